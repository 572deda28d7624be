"""Makes a failing layout small: drops constraints, contents and views while it still fails."""
import copy


def references(model):
    """The items that some constraint mentions."""
    entries = list(model["constraints"])
    for group in model["groups"]:
        entries += group["constraints"] + group["otherwise"]
    return {anchor[0] for entry in entries for meaning in entry["means"]
            for anchor in (meaning["first"], meaning["second"]) if anchor}


def without_item(model, index):
    """The model without an item that nothing mentions and that has no subviews."""
    smaller = copy.deepcopy(model)
    del smaller["items"][index]

    def moved(item):
        return item - 1 if item is not None and item > index else item

    for item in smaller["items"]:
        item["parent"] = moved(item["parent"])
    lists = [smaller["constraints"]]
    for group in smaller["groups"]:
        lists += [group["constraints"], group["otherwise"]]
    for entry in (e for entries in lists for e in entries):
        for meaning in entry["means"]:
            for side in ("first", "second"):
                if meaning[side]:
                    meaning[side] = (moved(meaning[side][0]), meaning[side][1])
    return smaller


def candidates(model):
    """Smaller models, the largest steps first."""
    for index in range(len(model["groups"])):
        smaller = copy.deepcopy(model)
        del smaller["groups"][index]
        yield smaller
    count = len(model["constraints"])
    size = count // 2
    while size >= 1:
        for start in range(0, count, size):
            smaller = copy.deepcopy(model)
            del smaller["constraints"][start:start + size]
            yield smaller
        size //= 2
    mentioned = references(model)
    parents = {item["parent"] for item in model["items"]}
    for index in reversed(range(1, len(model["items"]))):
        # The table of content sizes names `v1` and `v2`.
        if index not in mentioned | parents and model["items"][index]["id"] not in model["sizes"]:
            yield without_item(model, index)
    for index, item in enumerate(model["items"]):
        for key in ("size", "intrinsic"):
            if item.get(key):
                smaller = copy.deepcopy(model)
                del smaller["items"][index][key]
                yield smaller
    for view in model["sizes"]:
        if model["sizes"][view] != [None, None]:
            smaller = copy.deepcopy(model)
            smaller["sizes"][view] = [None, None]
            yield smaller


def shrink(model, fails, most=400):
    """The smallest model that was found to fail, within a number of trials."""
    trials, progress = 0, True
    while progress:
        progress = False
        for smaller in candidates(model):
            if trials >= most:
                return model
            trials += 1
            if fails(smaller):
                model, progress = smaller, True
                break
    return model
