package android.text

class StaticLayout {
  val height = 20

  class Builder {
    fun setIncludePad(pad: Boolean): Builder = this

    fun build(): StaticLayout = StaticLayout()

    companion object {
      @Suppress("UNUSED_PARAMETER")
      fun obtain(text: CharSequence, start: Int, end: Int, paint: TextPaint, width: Int) = Builder()
    }
  }
}
