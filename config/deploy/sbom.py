"""Writes the bill of materials of a built program, and the licences and notices of what is compiled into it.

The bill is SPDX 2.3 as JSON. It lists the Swift packages with the versions and commits of Package.resolved, the Swift runtime, and
the shared libraries that the program is linked with, as packages of this Debian system. Every resolved package is listed, also one
that only a part of the build needs.
"""

import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys


def fail(sentence):
    sys.exit("sbom.py: " + sentence)


def output_of(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout if done.returncode == 0 else ""


def licence_files(checkout):
    """The licences and notices at the top of a package, licences first."""
    names = [file for file in checkout.iterdir() if re.match(r"(?i)(licen[cs]e|copying|notice)", file.name) and file.is_file()]
    return sorted(names, key=lambda file: (file.name.lower().startswith("notice"), file.name))


def licence_name(text):
    """The SPDX name of a licence by its words."""
    if re.search(r"Apache License\s+Version 2\.0", text):
        # The Swift project adds an exception for what is compiled into programs.
        return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in text else "Apache-2.0"
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    return "NOASSERTION"


def swift_packages(resolved, checkouts):
    """Each resolved package as (name, version, commit, address, texts of its licence and notices)."""
    try:
        pins = json.loads(resolved.read_text())["pins"]
    except (OSError, ValueError, KeyError) as error:
        fail(f"{resolved} cannot be read ({error}); 'make build' makes it.")
    for pin in sorted(pins, key=lambda pin: pin["identity"]):
        address = pin["location"]
        checkout = checkouts / address.rstrip("/").split("/")[-1].removesuffix(".git")
        if not checkout.is_dir():
            fail(f"the sources of {pin['identity']} are not in {checkouts}; 'make build' fetches them.")
        texts = [file.read_text(errors="replace").strip() for file in licence_files(checkout)]
        if not texts:
            fail(f"{checkout} has no licence.")
        state = pin["state"]
        yield pin["identity"], state.get("version", state["revision"]), state["revision"], address, texts


def shared_libraries(program):
    """Each library that the program is linked with, directly or not, as (soname, Debian package, its version)."""
    for line in output_of("ldd", str(program)).splitlines():
        match = re.match(r"\s*(\S+) => (/\S+)", line)
        if not match:
            continue
        path = os.path.realpath(match[2])
        # Older systems list files below /lib, which is a link to /usr/lib.
        owner = output_of("dpkg-query", "--search", path) or output_of("dpkg-query", "--search", path.removeprefix("/usr"))
        name = owner.split(":")[0] if owner else ""
        version = output_of("dpkg-query", "--show", "--showformat=${Version}", name).strip() if name else ""
        yield match[1], name, version


def package(key, name, version, licence, **more):
    return {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", key), "name": name, "versionInfo": version,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
        "licenseDeclared": licence, "copyrightText": "NOASSERTION", **more,
    }


def reference(locator):
    return [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator}]


def bill_of(options, packages, libraries):
    digest = hashlib.sha256(options.program.read_bytes()).hexdigest()
    made = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    listed = [package("verbio", "verbio", options.version, "Apache-2.0")]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-verbio")]
    runtime = re.search(r"Swift version ([0-9][0-9.]*)", output_of("swift", "--version"))
    listed.append(package("swift-runtime", "swift-runtime", runtime[1] if runtime else "NOASSERTION",
                          "Apache-2.0 WITH Swift-exception"))
    relations.append(("SPDXRef-verbio", "STATIC_LINK", "SPDXRef-swift-runtime"))
    for name, version, commit, address, texts in packages:
        plain = re.sub(r"^https://|\.git$", "", address)
        entry = package("swift-" + name, name, version, licence_name(texts[0]), downloadLocation=f"git+{address}@{commit}",
                        externalRefs=reference(f"pkg:swift/{plain}@{version}"))
        listed.append(entry)
        relations.append(("SPDXRef-verbio", "STATIC_LINK", entry["SPDXID"]))
    system = re.search(r"(?m)^ID=\"?([a-z]+)", pathlib.Path("/etc/os-release").read_text())
    for soname, name, version in libraries:
        bundled = (options.bundled / soname).is_file()
        more = {"externalRefs": reference(f"pkg:deb/{system[1] if system else 'debian'}/{name}@{version}")} if name else {}
        entry = package("library-" + soname, name or soname, version or "NOASSERTION", "NOASSERTION",
                        comment=soname + (", part of the archive" if bundled else ", of the system"), **more)
        listed.append(entry)
        relations.append(("SPDXRef-verbio", "DYNAMIC_LINK", entry["SPDXID"]))
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"verbio-{options.version}", "documentNamespace": f"https://spdx.org/spdxdocs/verbio-{options.version}-{digest}",
        "creationInfo": {"created": made.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: verbio-sbom"]},
        "packages": listed,
        "relationships": [
            {"spdxElementId": subject, "relationshipType": kind, "relatedSpdxElement": element}
            for subject, kind, element in relations
        ],
    }


def notices_of(packages, libraries, bundled):
    """Every text once, below the names of the packages that it belongs to."""
    owners = {}
    for name, version, _, address, texts in packages:
        for text in texts:
            owners.setdefault(text, []).append(f"{name} {version}, {address}")
    for soname, name, version in libraries:
        file = pathlib.Path("/usr/share/doc") / name / "copyright"
        if name and (bundled / soname).is_file() and file.is_file():
            owners.setdefault(file.read_text(errors="replace").strip(), []).append(f"{soname}, of Debian's package {name} {version}")
    rule = "=" * 78
    head = "Verbio is under the Apache License 2.0. Programs and libraries of others that are part of this package\nhave the licences and notices below.\n"
    return head + "".join(f"\n{rule}\n" + "\n".join(names) + f"\n{rule}\n\n{text}\n" for text, names in owners.items())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--version", required=True)
    for name in ("program", "resolved", "checkouts", "bundled", "bill", "notices"):
        parser.add_argument("--" + name, type=pathlib.Path, required=True)
    options = parser.parse_args()
    packages = list(swift_packages(options.resolved, options.checkouts))
    libraries = sorted(set(shared_libraries(options.program)))
    options.bill.parent.mkdir(parents=True, exist_ok=True)
    options.bill.write_text(json.dumps(bill_of(options, packages, libraries), indent=1) + "\n")
    options.notices.write_text(notices_of(packages, libraries, options.bundled))


main()
