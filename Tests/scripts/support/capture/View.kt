package android.view

class View {
  val width = 0
  val height = 0

  fun getLocationInWindow(place: IntArray) {}
}
