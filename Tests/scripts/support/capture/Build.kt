package android.os

object Build {
  const val MANUFACTURER = "made"
  const val MODEL = "up"

  object VERSION {
    const val RELEASE = "0"
  }
}
