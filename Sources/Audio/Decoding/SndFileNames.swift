internal import CSndFile

extension SndFileDecoder {
    /// The usual names of formats that libsndfile identifies by number.
    static func format(_ info: SF_INFO) -> NativeFormat {
        let bits = Int(info.format)
        let (container, bigEndian) = container(bits & Int(SF_FORMAT_TYPEMASK))
        let endian = bits & Int(SF_FORMAT_ENDMASK)
        let isBig = endian == Int(SF_ENDIAN_BIG) || (bigEndian && endian != Int(SF_ENDIAN_LITTLE))
        let codec = codec(bits & Int(SF_FORMAT_SUBMASK), suffix: isBig ? "be" : "le")
        return NativeFormat(
            container: container, codec: codec, rate: Int(info.samplerate), channels: Int(info.channels))
    }

    /// The container, and whether its samples are big-endian unless the format says otherwise.
    private static func container(_ type: Int) -> (name: String, bigEndian: Bool) {
        switch type {
        case SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_RF64: ("wav", false)
        case SF_FORMAT_AIFF: ("aiff", true)
        case SF_FORMAT_AU: ("au", true)
        case SF_FORMAT_CAF: ("caf", true)
        case SF_FORMAT_W64: ("w64", false)
        case SF_FORMAT_OGG: ("ogg", false)
        case SF_FORMAT_NIST: ("nist", false)
        case SF_FORMAT_SVX: ("svx", true)
        case SF_FORMAT_VOC: ("voc", false)
        case SF_FORMAT_IRCAM: ("ircam", false)
        default: ("other", false)
        }
    }

    private static func codec(_ subtype: Int, suffix: String) -> String {
        switch subtype {
        case SF_FORMAT_PCM_S8: "pcm_s8"
        case SF_FORMAT_PCM_U8: "pcm_u8"
        case SF_FORMAT_PCM_16: "pcm_s16\(suffix)"
        case SF_FORMAT_PCM_24: "pcm_s24\(suffix)"
        case SF_FORMAT_PCM_32: "pcm_s32\(suffix)"
        case SF_FORMAT_FLOAT: "pcm_f32\(suffix)"
        case SF_FORMAT_DOUBLE: "pcm_f64\(suffix)"
        case SF_FORMAT_ULAW: "pcm_mulaw"
        case SF_FORMAT_ALAW: "pcm_alaw"
        case SF_FORMAT_IMA_ADPCM: "adpcm_ima"
        case SF_FORMAT_MS_ADPCM: "adpcm_ms"
        case SF_FORMAT_GSM610: "gsm"
        case SF_FORMAT_G721_32, SF_FORMAT_G723_24, SF_FORMAT_G723_40: "g726"
        case SF_FORMAT_MPEG_LAYER_I: "mp1"
        case SF_FORMAT_MPEG_LAYER_II: "mp2"
        case SF_FORMAT_MPEG_LAYER_III: "mp3"
        case SF_FORMAT_OPUS: "opus"
        case SF_FORMAT_ALAC_16, SF_FORMAT_ALAC_20, SF_FORMAT_ALAC_24, SF_FORMAT_ALAC_32: "alac"
        default: "other"
        }
    }
}
