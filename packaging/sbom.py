"""Prints a list of all packages that a package is built from, in SPDX 2.3, from what `cargo metadata` prints.

cargo metadata ... | python3 packaging/sbom.py PACKAGE
"""

import hashlib
import json
import sys


def closure(metadata, name):
    """The packages that are in the binary, or make it; those of tests only are not."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    todo = [package["id"] for package in metadata["packages"] if package["name"] == name]
    seen = set()
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        for dependency in nodes[node]["deps"]:
            if any(kind["kind"] != "dev" for kind in dependency["dep_kinds"]):
                todo.append(dependency["pkg"])
    return [package for package in metadata["packages"] if package["id"] in seen]


def main():
    metadata = json.load(sys.stdin)
    packages = sorted(closure(metadata, sys.argv[1]), key=lambda package: (package["name"], package["version"]))
    root = next(package for package in packages if package["name"] == sys.argv[1])
    spdx = [
        {
            "SPDXID": f"SPDXRef-{package['name']}-{package['version']}".replace("_", "-").replace("+", "-"),
            "name": package["name"],
            "versionInfo": package["version"],
            "downloadLocation": package["repository"] or "NOASSERTION",
            "licenseDeclared": (package["license"] or "NOASSERTION").replace("/", " OR "),
            "licenseConcluded": "NOASSERTION",
            "copyrightText": "NOASSERTION",
            "externalRefs": [
                {
                    "referenceCategory": "PACKAGE-MANAGER",
                    "referenceType": "purl",
                    "referenceLocator": f"pkg:cargo/{package['name']}@{package['version']}",
                }
            ],
        }
        for package in packages
    ]
    names = {package["name"]: entry["SPDXID"] for package, entry in zip(packages, spdx)}
    digest = hashlib.sha256(json.dumps(spdx, sort_keys=True).encode()).hexdigest()
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"{root['name']}-{root['version']}",
        "documentNamespace": f"https://spdx.org/spdxdocs/{root['name']}-{root['version']}-{digest}",
        # The list says what is in the sources; it is as old as they are, so that it is the same each time.
        "creationInfo": {"created": "1970-01-01T00:00:00Z", "creators": ["Tool: packaging/sbom.py"]},
        "packages": spdx,
        "relationships": [
            {
                "spdxElementId": "SPDXRef-DOCUMENT",
                "relationshipType": "DESCRIBES",
                "relatedSpdxElement": names[root["name"]],
            }
        ]
        + [
            {
                "spdxElementId": names[root["name"]],
                "relationshipType": "DEPENDS_ON",
                "relatedSpdxElement": entry["SPDXID"],
            }
            for package, entry in zip(packages, spdx)
            if package is not root
        ],
    }
    json.dump(document, sys.stdout, indent=1)
    print()


main()
