import Testing

/// Tests of the built command; one after the other, so that they do not take each other's time.
@Suite(.serialized) enum CommandLineTests {}
