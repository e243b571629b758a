"""Takes members out of a zip archive: unpack.py ARCHIVE TARGET MEMBER... A member that is not there is left out.

The content comes from strangers. What an archive must not do ends the program with one sentence.
"""
import os, stat, sys, zipfile

MOST_MEMBERS = 5000
# Weights are hardly smaller when packed, vocabularies a few times. What grows more only fills the disk.
MOST_GROWTH = 20
# What any archive may grow to.
LEAST_ROOM = 1 << 24
PIECE = 1 << 20


def leads_out(name):
    return name.startswith("/") or "\\" in name or ".." in name.split("/")


def checked(archive):
    """The members by name."""
    members = archive.infolist()
    if len(members) > MOST_MEMBERS:
        sys.exit(f"the archive has more than {MOST_MEMBERS} members")
    found = {}
    for member in members:
        if leads_out(member.filename):
            sys.exit(f"the archive has a name that leads out of its folder: {member.filename[:80]!r}")
        if stat.S_ISLNK(member.external_attr >> 16):
            sys.exit(f"the archive has a link: {member.filename[:80]!r}")
        if member.filename in found:
            sys.exit(f"the archive has a name twice: {member.filename[:80]!r}")
        found[member.filename] = member
    return found


def main(path, target, wanted):
    room = max(LEAST_ROOM, MOST_GROWTH * os.path.getsize(path))
    with zipfile.ZipFile(path) as archive:
        found = checked(archive)
        for name in wanted:
            if name not in found:
                continue
            place = os.path.join(target, name)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with archive.open(found[name]) as source, open(place, "wb") as copy:
                # The size that the archive states is not relied on.
                while piece := source.read(PIECE):
                    room -= len(piece)
                    if room < 0:
                        sys.exit("the archive unpacks to much more than its size")
                    copy.write(piece)


try:
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
except OSError as problem:
    sys.exit(f"the archive cannot be unpacked ({problem.strerror or problem})")
except Exception as problem:
    # zipfile tells damage by several kinds of errors.
    sys.exit(f"the archive is damaged ({problem})")
