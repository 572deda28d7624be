"""Checks Kubernetes manifests without a cluster; prints one line for each problem.

Usage: kubernetes.py FILE…, all files of one application.

Each document must match kubernetes.schema.json. The number after `--shard …/` must be the number of
completions of an Indexed Job. Mounts, ConfigMaps and claims must be declared in the given files.
"""

import json
import os
import pathlib
import re
import sys

try:
    import yaml
except ImportError:
    # Debian's python3-yaml belongs to Debian's interpreter.
    if sys.executable == "/usr/bin/python3" or not os.path.exists("/usr/bin/python3"):
        sys.exit("kubernetes.py: PyYAML is missing; install python3-yaml")
    os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])

SCHEMA = json.loads(pathlib.Path(__file__).with_suffix(".schema.json").read_text(encoding="utf-8"))
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
KEYWORDS = {
    "$comment", "$ref", "additionalProperties", "const", "enum", "items", "minItems", "minimum",
    "pattern", "properties", "required", "type",
}


class Loader(yaml.SafeLoader):
    """PyYAML keeps the last of repeated keys; here they are an error."""

    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(
                    None, None, f"{key} is repeated", node.start_mark
                )
        return super().construct_mapping(node, deep)


def mismatches(value, schema, path):
    """Yields the differences between a value and a JSON Schema, with a path of keys."""
    if unknown := schema.keys() - KEYWORDS:
        raise ValueError(f"the checker does not know the keywords {sorted(unknown)}")
    if "$ref" in schema:
        yield from mismatches(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]], path)
        return
    kind = schema.get("type")
    if kind and (not isinstance(value, TYPES[kind]) or (kind == "integer" and isinstance(value, bool))):
        yield f"{path}: {value!r} is no {kind}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{path}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is none of {', '.join(map(repr, schema['enum']))}"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{path}: {value!r} does not match {schema['pattern']}"
    if "minimum" in schema and value < schema["minimum"]:
        yield f"{path}: {value} is below {schema['minimum']}"
    if "minItems" in schema and len(value) < schema["minItems"]:
        yield f"{path}: {len(value)} items are fewer than {schema['minItems']}"
    if kind == "array" and "items" in schema:
        for index, item in enumerate(value):
            yield from mismatches(item, schema["items"], f"{path}[{index}]")
    if kind == "object":
        for key in schema.get("required", ()):
            if key not in value:
                yield f"{path}: {key} is missing"
        for key, member in value.items():
            inner = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
            if inner is False:
                yield f"{path}: unknown key {key}"
            elif inner is not None:
                yield from mismatches(member, inner, f"{path}.{key}")


def shard_problems(spec, containers):
    """Yields the differences between the shards of the commands and the completions of a Job."""
    completions = spec.get("completions")
    indexed = spec.get("completionMode") == "Indexed"
    shards = 0
    for container in containers:
        command = " ".join(container.get("command", []) + container.get("args", []))
        for index, count in re.findall(r"--shard[= ]+(\$\(\([^)]*\)\)|[^\s/]+)/(\S+)", command):
            shards += 1
            if index != "$((JOB_COMPLETION_INDEX + 1))":
                yield f"--shard {index}/{count} does not begin with $((JOB_COMPLETION_INDEX + 1))"
            if not indexed:
                yield f"--shard {index}/{count} requires completionMode: Indexed"
            if count != str(completions):
                yield f"there are {count} shards, but {completions} completions"
    if indexed and not shards:
        yield "an Indexed Job has no --shard $((JOB_COMPLETION_INDEX + 1))/N"
    if indexed and completions is None:
        yield "an Indexed Job has no completions"


def pod_problems(pod, names):
    """Yields mounts without a volume, and volumes whose ConfigMap or claim is not declared."""
    volumes = pod.get("volumes", [])
    declared = [volume["name"] for volume in volumes]
    for volume in volumes:
        sources = volume.keys() - {"name"}
        if len(sources) != 1:
            yield f"volume {volume['name']} has {len(sources)} sources instead of 1"
        if declared.count(volume["name"]) > 1:
            yield f"volume {volume['name']} is repeated"
        for kind, source, key in (
            ("ConfigMap", "configMap", "name"),
            ("PersistentVolumeClaim", "persistentVolumeClaim", "claimName"),
        ):
            if source in volume and (kind, volume[source][key]) not in names:
                yield f"volume {volume['name']}: no file declares the {kind} {volume[source][key]}"
    for container in pod["containers"] + pod.get("initContainers", []):
        for mount in container.get("volumeMounts", []):
            if mount["name"] not in declared:
                yield f"container {container['name']} mounts {mount['name']}, which is no volume"


def problems(document, names):
    if not isinstance(document, dict):
        yield "a manifest is a mapping"
        return
    kinds = [choice["$ref"].rpartition("/")[2] for choice in SCHEMA["oneOf"]]
    kind = document.get("kind")
    if kind not in kinds:
        yield f"kind {kind!r} is none of {', '.join(kinds)}"
        return
    found = list(mismatches(document, SCHEMA["$defs"][kind], kind))
    yield from found
    # The rest requires the right structure.
    if found or kind not in ("Job", "Pod"):
        return
    spec = document["spec"]
    pod = spec["template"]["spec"] if kind == "Job" else spec
    yield from pod_problems(pod, names)
    if kind != "Job":
        return
    containers = pod["containers"] + pod.get("initContainers", [])
    yield from shard_problems(spec, containers)
    if pod.get("restartPolicy") not in ("Never", "OnFailure"):
        yield "a Job requires restartPolicy: Never or OnFailure"
    if "podFailurePolicy" in spec:
        if pod.get("restartPolicy") != "Never":
            yield "podFailurePolicy requires restartPolicy: Never"
        for rule in spec["podFailurePolicy"]["rules"]:
            name = rule.get("onExitCodes", {}).get("containerName")
            if name and name not in [container["name"] for container in containers]:
                yield f"podFailurePolicy names {name}, which is no container"


def main(paths):
    documents, wrong = [], False
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                read = [document for document in yaml.load_all(file, Loader) if document is not None]
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            read, wrong = [], True
            print(f"{path}: {' '.join(str(error).split())}")
        else:
            if not read:
                wrong = True
                print(f"{path}: no manifest")
        documents += [(path, document) for document in read]
    names = [
        (str(document.get("kind")), document["metadata"].get("name"))
        for _, document in documents
        if isinstance(document, dict) and isinstance(document.get("metadata"), dict)
    ]
    for kind, name in names:
        if names.count((kind, name)) > 1:
            print(f"{paths[0]}: the {kind} {name} is declared more than once")
            wrong = True
    for path, document in documents:
        for problem in problems(document, names):
            print(f"{path}: {problem}")
            wrong = True
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) or len(sys.argv) < 2)
