// The part of Android that Capture/MetricsCapture.kt uses, for a made-up font.
package android.graphics

class Rect {
  @JvmField var top = 0
}

open class Paint(flags: Int) {
  var typeface: Typeface? = null
  var textSize = 0f
  var textLocale: java.util.Locale = java.util.Locale.ROOT

  fun hasGlyph(text: String): Boolean = text != "\u00BF"

  fun getRunAdvance(
    text: CharSequence, start: Int, end: Int, contextStart: Int, contextEnd: Int, isRtl: Boolean,
    offset: Int
  ): Float = madeUpWidth(text.toString().codePoints().toArray()) * textSize / 16384

  fun getTextBounds(text: String, start: Int, end: Int, bounds: Rect) {
    bounds.top = (-textSize * if (text == "x") 0.5f else 0.75f).toInt()
  }

  class FontMetrics {
    @JvmField var top = 0f
    @JvmField var ascent = 0f
    @JvmField var descent = 0f
    @JvmField var bottom = 0f
    @JvmField var leading = 0f
  }

  val fontMetrics: FontMetrics
    get() {
      val metrics = FontMetrics()
      metrics.top = -textSize
      metrics.ascent = -textSize * 0.9375f
      metrics.descent = textSize * 0.25f
      metrics.bottom = textSize * 0.25f
      return metrics
    }

  companion object {
    const val ANTI_ALIAS_FLAG = 1
  }
}

class Typeface {
  companion object {
    const val NORMAL = 0
    @JvmField val DEFAULT = Typeface()
    fun create(family: String?, style: Int): Typeface = Typeface()
    fun create(family: Typeface?, weight: Int, italic: Boolean): Typeface = Typeface()
  }
}

/** The width of a text in units of 1/16384 em; CoreText.swift has the same font. */
private fun madeUpWidth(text: IntArray): Int {
  var width = 0
  for (index in text.indices) {
    width += 6000 + text[index] % 97 * 50
    if (index > 0 && (text[index - 1] * 31 + text[index]) % 23 == 0) width -= 300
    if (index > 1 && text[index - 1] == 0x78 && text[index - 2] in 0x30..0x39 &&
      text[index] in 0x30..0x39) width += 111
    if (index > 2 && (index - 3..index).all { text[it] == 0x66 }) width += 77
  }
  return width
}
