/// Device results in the shape of real ones, with numbers of our own.
enum DeviceResultFixtures {
  static let macrobenchmark = """
    {
        "context": {
            "build": {"brand": "acme", "device": "roadrunner", "model": "Acme One",
                "version": {"sdk": 33}},
            "cpuCoreCount": 8, "cpuLocked": false
        },
        "benchmarks": [
            {
                "name": "startup", "params": {}, "className": "org.example.StartupBenchmark",
                "metrics": {"timeToInitialDisplayMs": {"median": 310.5, "runs": [310.5]}},
                "sampledMetrics": {}
            },
            {
                "name": "scrollFlickMedium[mode=Partial]", "params": {},
                "className": "org.example.FeedBenchmark",
                "totalRunTimeNs": 5000000000,
                "metrics": {
                    "frameCount": {"minimum": 4.0, "maximum": 6.0, "median": 5.0,
                        "runs": [4.0, 6.0, 5.0]}
                },
                "sampledMetrics": {
                    "frameDurationCpuMs": {
                        "P50": 5.0, "P90": 9.0, "P95": 9.5, "P99": 9.9,
                        "runs": [[1.0, 3.0, 5.0], [7.0, 9.0], [11.0]]
                    },
                    "frameOverrunMs": {
                        "P50": -6.5, "P90": -2.0, "P95": -1.0, "P99": 3.25
                    }
                },
                "repeatIterations": 3
            }
        ]
    }
    """

  /// One test with two intervals and one that measured memory.
  static let xctest = xctestTemplate.replacing(
    "SCROLL", with: "com.apple.dt.XCTMetric_OSSignpost-Scroll_DraggingAndDeceleration")

  private static let xctestTemplate = #"""
    [
      {
        "testIdentifier" : "FeedUITests/testReadDrag120Hz()",
        "testIdentifierURL" : "test:\/\/com.apple.xcode\/Feed\/FeedUITests\/testReadDrag120Hz",
        "testRuns" : [
          {
            "device" : { "deviceId" : "0000", "deviceName" : "Test Phone" },
            "testPlanConfiguration" : { "configurationId" : "1", "configurationName" : "All" },
            "metrics" : [
              {
                "displayName" : "Hitch Time Ratio (Scroll_DraggingAndDeceleration)",
                "identifier" : "SCROLL.animation.hitch.time.ratio",
                "measurements" : [ 9.5, 4.25, 6.75 ],
                "unitOfMeasurement" : "ms per s"
              },
              {
                "displayName" : "Hitches Total Duration (Scroll_DraggingAndDeceleration)",
                "identifier" : "SCROLL.animation.hitches.total.duration",
                "measurements" : [ 33.4, 16.7, 25 ],
                "unitOfMeasurement" : "ms"
              },
              {
                "displayName" : "Number of Hitches (Scroll_DraggingAndDeceleration)",
                "identifier" : "SCROLL.animation.hitch.number",
                "measurements" : [ 2, 1, 2 ],
                "unitOfMeasurement" : "hitches"
              },
              {
                "displayName" : "Frame Count (Scroll_DraggingAndDeceleration)",
                "identifier" : "SCROLL.animation.frame.count",
                "measurements" : [ 211, 209, 210 ],
                "unitOfMeasurement" : "frames"
              },
              {
                "displayName" : "Duration (Scroll_DraggingAndDeceleration)",
                "identifier" : "SCROLL.duration",
                "measurements" : [ 3.5, 3.5, 3.5 ],
                "unitOfMeasurement" : "s"
              },
              {
                "displayName" : "Total",
                "identifier" : "com.apple.dt.XCTMetric_Hitch-Feed.total.duration",
                "measurements" : [ 0.05 ],
                "unitOfMeasurement" : "s"
              },
              {
                "displayName" : "Adjusted",
                "identifier" : "com.apple.dt.XCTMetric_Hitch-Feed.normalized.time.ratio",
                "measurements" : [ 99 ],
                "unitOfMeasurement" : "ms per s"
              }
            ]
          }
        ]
      },
      {
        "testIdentifier" : "FeedUITests/testMemory()",
        "testRuns" : [
          {
            "device" : { "deviceName" : "Test Phone" },
            "metrics" : [
              {
                "displayName" : "Memory Peak Physical",
                "identifier" : "com.apple.dt.XCTMetric_Memory.physical_peak",
                "measurements" : [ 100 ],
                "unitOfMeasurement" : "kB"
              }
            ]
          }
        ]
      }
    ]
    """#
}
