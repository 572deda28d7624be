// What docs/clients.md uses of Android, so that its example compiles without Android.
class TextPaint {
  fun measureText(text: CharSequence, start: Int, end: Int): Float = 0f
}

class Canvas {
  fun save() = 0
  fun restore() {}
  fun translate(x: Float, y: Float) {}
  fun drawTextRun(
    text: CharSequence, start: Int, end: Int, contextStart: Int, contextEnd: Int, x: Float, y: Float,
    isRtl: Boolean, paint: TextPaint
  ) {}
}

class SpannableStringBuilder(text: CharSequence, start: Int, end: Int) : CharSequence {
  private val text = StringBuilder(text.subSequence(start, end))
  override val length get() = text.length
  override fun get(index: Int) = text[index]
  override fun subSequence(startIndex: Int, endIndex: Int) = text.subSequence(startIndex, endIndex)
  fun append(more: CharSequence) = apply { text.append(more) }
  fun append(more: CharSequence, start: Int, end: Int) = apply { text.append(more, start, end) }
  fun delete(start: Int, end: Int) = apply { text.delete(start, end) }
}

class TextDirectionHeuristic

object TextDirectionHeuristics {
  val LTR = TextDirectionHeuristic()
  val RTL = TextDirectionHeuristic()
}

class StaticLayout private constructor(val width: Int) {
  fun getLineBaseline(line: Int) = 0
  fun draw(canvas: Canvas) {}

  class Builder private constructor(private val width: Int) {
    fun setTextDirection(direction: TextDirectionHeuristic) = this
    fun setMaxLines(lines: Int) = this
    fun setIncludePad(pads: Boolean) = this
    fun build() = StaticLayout(width)

    companion object {
      fun obtain(text: CharSequence, start: Int, end: Int, paint: TextPaint, width: Int) = Builder(width)
    }
  }
}

/** The figures are those of the Swift library and of `layout --lines --texts`. */
fun main() {
  check(textHash("") == 2166136261L)
  check(textHash("Lost gloves") == 1212981437L)
}
