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

  static let xcodebuildLog = """
    Test Suite 'FeedUITests' started at 2026-01-31 08:00:00.000.
    Test Case '-[FeedUITests.ScrollTests testFlickMedium]' started.
    /Users/me/ScrollTests.swift:9: Test Case '-[FeedUITests.ScrollTests testFlickMedium]' measured \
    [Hitch Time Ratio (Scroll_Deceleration), ms per s] average: 4.000, relative standard \
    deviation: 50.000%, values: [2.000000, 6.000000, 3.000000], performanceMetricID:com.apple.dt.\
    XCTMetric_OSSignpost-Scroll_Deceleration.animation.hitch.time.ratio, baselineName: "", \
    baselineAverage: , polarity: prefers smaller
    Test Case '-[FeedUITests.ScrollTests testFlickMedium]' measured [Number of Hitches \
    (Scroll_Deceleration), hitches] average: 1.333, relative standard deviation: 1.000%, values: \
    [1.000000, 2.000000, 1.000000], performanceMetricID:x
    Test Case '-[FeedUITests.ScrollTests testLaunch]' measured [Duration (AppLaunch), s] average: \
    0.900, relative standard deviation: 4.210%, values: [0.900000], performanceMetricID:com.apple.\
    dt.XCTMetric_ApplicationLaunch-AppLaunch.duration, baselineName: ""
    Test Case '-[FeedUITests.ScrollTests testFlickMedium]' passed (40.000 seconds).
    """

  static let flutter = """
    {
      "average_frame_build_time_millis": 3.0,
      "90th_percentile_frame_build_time_millis": 5.0,
      "frame_count": 4,
      "frame_build_times": [1000, 2000, 4000, 5000],
      "frame_rasterizer_times": [500, 500, 1000, 3000],
      "60hz_frame_percentage": 0.0,
      "120hz_frame_percentage": 100.0
    }
    """

  static let gfxinfo = """
    Applications Graphics Acceleration Info:
    Uptime: 1000 Realtime: 1000

    ** Graphics info for pid 12 [org.example.feed] **

    Stats since: 1000ns
    Total frames rendered: 400
    Janky frames: 17 (4.25%)
    Janky frames (legacy): 90 (22.50%)
    50th percentile: 7ms
    90th percentile: 9ms
    95th percentile: 12ms
    99th percentile: 30ms
    Number Missed Vsync: 5
    HISTOGRAM: 5ms=47 6ms=6 7ms=2
    50th gpu percentile: 2ms

    """

  static let framestats =
    gfxinfo + """
      Profile data in ms:
        org.example.feed/org.example.feed.Main/android.view.ViewRootImpl@1 (visibility=0)
      ---PROFILEDATA---
      Flags,FrameTimelineVsyncId,IntendedVsync,Vsync,InputEventId,HandleInputStart,\
      AnimationStart,\
      PerformTraversalsStart,DrawStart,FrameDeadline,FrameInterval,FrameStartTime,SyncQueued,\
      SyncStart,IssueDrawCommandsStart,SwapBuffers,FrameCompleted,DequeueBufferDuration,\
      QueueBufferDuration,GpuCompleted,SwapBuffersCompleted,DisplayPresentTime,
      1,1,0,0,0,1000000,0,0,0,9000000,8333333,1000000,0,0,0,0,99000000,0,0,0,0,0,
      0,2,0,0,0,10000000,0,0,0,20000000,8333333,10000000,0,0,0,0,14000000,0,0,15000000,0,0,
      0,3,0,0,0,30000000,0,0,0,40000000,8333333,30000000,0,0,0,0,42000000,0,0,41000000,0,0,
      ---PROFILEDATA---

      """
}
