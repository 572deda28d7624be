package android.text

class TextPaint(flags: Int) : android.graphics.Paint(flags)
