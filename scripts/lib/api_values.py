"""Reads the answer of /v1/feeds, and writes values of the store as parameters of schemathesis."""
import json
import sys

answer = json.load(sys.stdin)
feed = answer["feeds"][0]
print("[parameters]")
print(f'"path.feed" = {json.dumps(feed["name"])}')
print(f'"path.generation" = {json.dumps(answer["pin"])}')
print(f'"query.environment" = {json.dumps(feed["environments"][0]["key"])}')
print('"query.list" = "feed"')
