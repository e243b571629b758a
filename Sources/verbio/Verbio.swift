@main struct Verbio { static func main() {} }
