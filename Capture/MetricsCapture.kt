// Captures a metrics pack of a font of this device, for cellheights.
//
// Add this file to an app for Android (API 28 and later) and call, not on the main thread:
//
//   thread {
//     val density = resources.displayMetrics.density.toDouble()
//     val pack = MetricsCapture(null, listOf(400, 700), listOf(14.0, 16.0, 20.0), density).pack()
//     File(getExternalFilesDir(null), "android.metrics.json").writeText(pack)
//   }
//
// Without a family it is the font of the system. `words` are those that `cellheights fonts words` prints.
// The measurements are yours. The license of the font decides what you may do with them.

import android.graphics.Paint
import android.graphics.Typeface
import android.os.Build
import android.text.StaticLayout
import android.text.TextPaint
import android.view.View
import java.util.Locale
import java.util.TreeSet
import kotlin.math.abs
import kotlin.math.roundToLong

/**
 * Asks a font the questions of a metrics pack.
 *
 * @param family The family; null for the font of the system.
 * @param weights Weights, 100 to 900, each once.
 * @param sizes Font sizes, in dp, each once.
 * @param density Pixels per dp, of the display.
 * @param italic Whether to ask italic faces, too.
 * @param words Words to be measured whole.
 */
class MetricsCapture(
  private val family: String?, private val weights: List<Int>, private val sizes: List<Double>,
  private val density: Double, private val italic: Boolean = false,
  private val words: List<String> = emptyList()
) {
  private val questions = CaptureQuestions()

  /** The pack, as text. */
  fun pack(): String {
    val faces = ArrayList<String>()
    for (slant in if (italic) listOf("upright", "italic") else listOf("upright")) {
      for (weight in weights) {
        var first: CapturedFace? = null
        for (size in sizes) {
          val font = DeviceFont(family, weight, slant == "italic", size * density)
          val face = CapturedFace(font, questions)
          face.askPairs()
          val other = first
          if (other != null) {
            face.askLike(other)
          } else {
            face.askTriples()
            face.askSequences()
            first = face
          }
          for (word in words.distinct()) face.ask(word)
          faces.add(face.text(weight, slant, size))
        }
      }
    }
    val characters = ArrayList<String>()
    characters.add("\"Zyyy\":" + quoted(questions.common))
    for (group in questions.groups) {
      characters.add(quoted(group.first) + ":" + quoted(group.second))
    }
    return sealed(
      HEAD + "\"family\":" + quoted(family ?: "system")
        + ",\"device\":" + quoted(Build.MANUFACTURER + " " + Build.MODEL)
        + ",\"system\":" + quoted("Android " + Build.VERSION.RELEASE) + ",\"program\":\"TextPaint\""
        + ",\"characters\":{" + characters.joinToString(",") + "}"
        + ",\"faces\":[" + faces.joinToString(",") + "]}")
  }

  /** Adds the hash: FNV-1a, of 64 bits, of the document without it. */
  private fun sealed(content: String): String {
    var hash = -0x340d631b7bdddcdbL
    for (byte in content.toByteArray(Charsets.UTF_8)) {
      hash = (hash xor (byte.toLong() and 0xFF)) * 0x100000001b3L
    }
    val digits = java.lang.Long.toHexString(hash).padStart(16, '0')
    return HEAD + "\"hash\":\"" + digits + "\"," + content.substring(HEAD.length)
  }

  private companion object {
    const val HEAD = "{\"schema\":\"cellheights.metrics/1\","
  }
}

/**
 * A font of the device at a size in pixels.
 *
 * A text is laid out in the fonts of the whole system. A character belongs to the font if its line is as
 * high as that of the letter x.
 */
class DeviceFont(family: String?, weight: Int, italic: Boolean, private val pixels: Double) {
  private val paint = TextPaint(Paint.ANTI_ALIAS_FLAG)

  /** Units of a font size: 16384, or 16000 if the line metrics are whole then. */
  val unitsPerEm: Int

  init {
    val base = if (family == null) Typeface.DEFAULT else Typeface.create(family, Typeface.NORMAL)
    require(family == null || family == "sans-serif" || base != Typeface.DEFAULT) {
      "the font " + family + " is not there"
    }
    paint.textLocale = Locale.ROOT
    paint.typeface = Typeface.create(base, weight, italic)
    // Font sizes of powers of two keep the lengths of fonts exact.
    paint.textSize = 1024f
    val lengths = paint.fontMetrics.run { listOf(ascent, descent, top, bottom) }
    unitsPerEm = listOf(16384, 16000).sortedBy { units ->
      lengths.map { abs(it / 1024.0 * units - (it / 1024.0 * units).roundToLong()) }.sum()
    }.first()
    paint.textSize = pixels.toFloat()
  }

  fun has(character: Int): Boolean {
    val text = String(Character.toChars(character))
    if (!paint.hasGlyph(text)) return false
    if (character < 0x250) return true
    val line = StaticLayout.Builder.obtain(text, 0, text.length, paint, 100000)
      .setIncludePad(false).build()
    return line.height == own
  }

  /** Height of a line of the font alone, in pixels. */
  private val own: Int by lazy {
    StaticLayout.Builder.obtain("x", 0, 1, paint, 100000).setIncludePad(false).build().height
  }

  /** The width of a text, in units, not rounded. `measureText` would round it up to whole pixels. */
  fun width(text: String): Double =
    units(paint.getRunAdvance(text, 0, text.length, 0, text.length, false, text.length).toDouble())

  private fun units(length: Double): Double = length / pixels * unitsPerEm

  /** The line metrics, as members of an object. */
  fun line(): String {
    val metrics = paint.fontMetrics
    val xHeight = paint.run { val box = android.graphics.Rect(); getTextBounds("x", 0, 1, box); -box.top }
    val capHeight = paint.run { val box = android.graphics.Rect(); getTextBounds("H", 0, 1, box); -box.top }
    return listOf(
      "ascent" to -metrics.ascent, "descent" to metrics.descent, "gap" to metrics.leading,
      "capHeight" to capHeight.toFloat(), "xHeight" to xHeight.toFloat(), "top" to -metrics.top,
      "bottom" to metrics.bottom
    ).joinToString(",") {
      "\"" + it.first + "\":" + whole(units(it.second.toDouble())).coerceIn(-32767, 32767)
    }
  }
}

/** The questions, which all files of this folder have. */
class CaptureQuestions {
  val common: List<Int>
  val groups: List<Pair<String, List<Int>>>
  val neighbors: List<Int>
  val representatives: List<Int>
  val longest: Int

  init {
    val document = DOCUMENT
    common = points(value(document, "common", 0))
    val found = ArrayList<Pair<String, List<Int>>>()
    var start = document.indexOf("\"script\"")
    while (start >= 0) {
      found.add(Pair(value(document, "script", start), points(value(document, "letters", start))))
      start = document.indexOf("\"script\"", start + 1)
    }
    groups = found
    neighbors = points(value(document, "neighbors", 0))
    representatives = points(value(document, "representatives", 0))
    longest = document.substring(document.indexOf("\"longest\":") + 10).trimEnd('}').toInt()
  }

  /** The string of a member, whose only escapes are those of characters, quotes and backslashes. */
  private fun value(document: String, name: String, start: Int): String {
    var index = document.indexOf("\"" + name + "\":\"", start) + name.length + 4
    val text = StringBuilder()
    while (document[index] != '"') {
      if (document[index] != '\\') {
        text.append(document[index])
      } else if (document[index + 1] == 'u') {
        text.append(document.substring(index + 2, index + 6).toInt(16).toChar())
        index += 5
      } else {
        text.append(document[index + 1])
        index += 1
      }
      index += 1
    }
    return text.toString()
  }

  companion object {
    const val DOCUMENT = "{\"schema\":\"cellheights.questions/1\",\"common\":\" !\\\"#\$%&'()*+,-./0123456789:;<=>?@[\\\\]^_`{|}~\\u00a0\\u00a1\\u00a2\\u00a3\\u00a4\\u00a5\\u00a6\\u00a7\\u00a8\\u00a9\\u00ab\\u00ac\\u00ae\\u00af\\u00b0\\u00b1\\u00b2\\u00b3\\u00b4\\u00b5\\u00b6\\u00b7\\u00b8\\u00b9\\u00bb\\u00bc\\u00bd\\u00be\\u00bf\\u00d7\\u00f7\\u2000\\u2001\\u2002\\u2003\\u2004\\u2005\\u2006\\u2007\\u2008\\u2009\\u200a\\u2010\\u2011\\u2012\\u2013\\u2014\\u2015\\u2016\\u2018\\u2019\\u201a\\u201b\\u201c\\u201d\\u201e\\u201f\\u2020\\u2021\\u2022\\u2026\\u202f\\u2030\\u2031\\u2032\\u2033\\u2039\\u203a\\u205f\\u20ac\\u2116\\u2122\\u3000\",\"groups\":[{\"script\":\"Latn\",\"letters\":\"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\\u00aa\\u00ba\\u00c0\\u00c1\\u00c2\\u00c3\\u00c4\\u00c5\\u00c6\\u00c7\\u00c8\\u00c9\\u00ca\\u00cb\\u00cc\\u00cd\\u00ce\\u00cf\\u00d0\\u00d1\\u00d2\\u00d3\\u00d4\\u00d5\\u00d6\\u00d8\\u00d9\\u00da\\u00db\\u00dc\\u00dd\\u00de\\u00df\\u00e0\\u00e1\\u00e2\\u00e3\\u00e4\\u00e5\\u00e6\\u00e7\\u00e8\\u00e9\\u00ea\\u00eb\\u00ec\\u00ed\\u00ee\\u00ef\\u00f0\\u00f1\\u00f2\\u00f3\\u00f4\\u00f5\\u00f6\\u00f8\\u00f9\\u00fa\\u00fb\\u00fc\\u00fd\\u00fe\\u00ff\\u0100\\u0101\\u0102\\u0103\\u0104\\u0105\\u0106\\u0107\\u0108\\u0109\\u010a\\u010b\\u010c\\u010d\\u010e\\u010f\\u0110\\u0111\\u0112\\u0113\\u0114\\u0115\\u0116\\u0117\\u0118\\u0119\\u011a\\u011b\\u011c\\u011d\\u011e\\u011f\\u0120\\u0121\\u0122\\u0123\\u0124\\u0125\\u0126\\u0127\\u0128\\u0129\\u012a\\u012b\\u012c\\u012d\\u012e\\u012f\\u0130\\u0131\\u0132\\u0133\\u0134\\u0135\\u0136\\u0137\\u0138\\u0139\\u013a\\u013b\\u013c\\u013d\\u013e\\u013f\\u0140\\u0141\\u0142\\u0143\\u0144\\u0145\\u0146\\u0147\\u0148\\u0149\\u014a\\u014b\\u014c\\u014d\\u014e\\u014f\\u0150\\u0151\\u0152\\u0153\\u0154\\u0155\\u0156\\u0157\\u0158\\u0159\\u015a\\u015b\\u015c\\u015d\\u015e\\u015f\\u0160\\u0161\\u0162\\u0163\\u0164\\u0165\\u0166\\u0167\\u0168\\u0169\\u016a\\u016b\\u016c\\u016d\\u016e\\u016f\\u0170\\u0171\\u0172\\u0173\\u0174\\u0175\\u0176\\u0177\\u0178\\u0179\\u017a\\u017b\\u017c\\u017d\\u017e\\u017f\\u01a0\\u01a1\\u01af\\u01b0\\u0218\\u0219\\u021a\\u021b\\u1e9e\\u1ea0\\u1ea1\\u1ea2\\u1ea3\\u1ea4\\u1ea5\\u1ea6\\u1ea7\\u1ea8\\u1ea9\\u1eaa\\u1eab\\u1eac\\u1ead\\u1eae\\u1eaf\\u1eb0\\u1eb1\\u1eb2\\u1eb3\\u1eb4\\u1eb5\\u1eb6\\u1eb7\\u1eb8\\u1eb9\\u1eba\\u1ebb\\u1ebc\\u1ebd\\u1ebe\\u1ebf\\u1ec0\\u1ec1\\u1ec2\\u1ec3\\u1ec4\\u1ec5\\u1ec6\\u1ec7\\u1ec8\\u1ec9\\u1eca\\u1ecb\\u1ecc\\u1ecd\\u1ece\\u1ecf\\u1ed0\\u1ed1\\u1ed2\\u1ed3\\u1ed4\\u1ed5\\u1ed6\\u1ed7\\u1ed8\\u1ed9\\u1eda\\u1edb\\u1edc\\u1edd\\u1ede\\u1edf\\u1ee0\\u1ee1\\u1ee2\\u1ee3\\u1ee4\\u1ee5\\u1ee6\\u1ee7\\u1ee8\\u1ee9\\u1eea\\u1eeb\\u1eec\\u1eed\\u1eee\\u1eef\\u1ef0\\u1ef1\\u1ef2\\u1ef3\\u1ef4\\u1ef5\\u1ef6\\u1ef7\\u1ef8\\u1ef9\"},{\"script\":\"Grek\",\"letters\":\"\\u0386\\u0388\\u0389\\u038a\\u038c\\u038e\\u038f\\u0390\\u0391\\u0392\\u0393\\u0394\\u0395\\u0396\\u0397\\u0398\\u0399\\u039a\\u039b\\u039c\\u039d\\u039e\\u039f\\u03a0\\u03a1\\u03a3\\u03a4\\u03a5\\u03a6\\u03a7\\u03a8\\u03a9\\u03aa\\u03ab\\u03ac\\u03ad\\u03ae\\u03af\\u03b0\\u03b1\\u03b2\\u03b3\\u03b4\\u03b5\\u03b6\\u03b7\\u03b8\\u03b9\\u03ba\\u03bb\\u03bc\\u03bd\\u03be\\u03bf\\u03c0\\u03c1\\u03c2\\u03c3\\u03c4\\u03c5\\u03c6\\u03c7\\u03c8\\u03c9\\u03ca\\u03cb\\u03cc\\u03cd\\u03ce\"},{\"script\":\"Cyrl\",\"letters\":\"\\u0400\\u0401\\u0402\\u0403\\u0404\\u0405\\u0406\\u0407\\u0408\\u0409\\u040a\\u040b\\u040c\\u040d\\u040e\\u040f\\u0410\\u0411\\u0412\\u0413\\u0414\\u0415\\u0416\\u0417\\u0418\\u0419\\u041a\\u041b\\u041c\\u041d\\u041e\\u041f\\u0420\\u0421\\u0422\\u0423\\u0424\\u0425\\u0426\\u0427\\u0428\\u0429\\u042a\\u042b\\u042c\\u042d\\u042e\\u042f\\u0430\\u0431\\u0432\\u0433\\u0434\\u0435\\u0436\\u0437\\u0438\\u0439\\u043a\\u043b\\u043c\\u043d\\u043e\\u043f\\u0440\\u0441\\u0442\\u0443\\u0444\\u0445\\u0446\\u0447\\u0448\\u0449\\u044a\\u044b\\u044c\\u044d\\u044e\\u044f\\u0450\\u0451\\u0452\\u0453\\u0454\\u0455\\u0456\\u0457\\u0458\\u0459\\u045a\\u045b\\u045c\\u045d\\u045e\\u045f\\u0490\\u0491\\u0492\\u0493\\u0494\\u0495\\u0496\\u0497\\u0498\\u0499\\u049a\\u049b\\u049c\\u049d\\u049e\\u049f\\u04a0\\u04a1\\u04a2\\u04a3\\u04ae\\u04af\\u04b0\\u04b1\\u04b2\\u04b3\\u04ba\\u04bb\\u04d8\\u04d9\\u04e8\\u04e9\"}],\"neighbors\":\"nrvfyHATLP0147.,'-\",\"representatives\":\"nH0.\",\"longest\":5}"
  }
}

/** The answers of a font at a size. Texts are lists of code points. */
class CapturedFace(private val font: DeviceFont, private val questions: CaptureQuestions) {
  private val advances = HashMap<Int, Double>()
  private val missing = LinkedHashSet<Int>()
  private val pairs = HashMap<List<Int>, Double>()
  private val triples = HashMap<List<Int>, Double>()
  private val words = HashMap<List<Int>, Double>()
  private var sequences = ArrayList<List<Int>>()
  private val groups = HashMap<Int, Int>()
  private val basic = ArrayList<Int>()

  private fun width(text: List<Int>): Double = font.width(string(text))

  /** Whether a difference of widths is more than the rounding of a number. */
  private fun isDifferent(share: Double): Boolean = abs(share) >= 0.5

  private fun known(characters: List<Int>, group: Int): List<Int> = characters.filter {
    groups[it] = group
    askCharacter(it)
  }

  /**
   * Asks a character; returns whether the font has it. One that is wider than a pack can say counts as
   * missing.
   */
  private fun askCharacter(character: Int): Boolean {
    if (advances.containsKey(character)) return true
    val width = if (font.has(character)) width(listOf(character)) else -1.0
    val has = whole(width) >= 0 && whole(width) <= 65535
    if (has) advances[character] = width else missing.add(character)
    return has
  }

  fun askPairs() {
    val signs = known(questions.common, 0)
    basic.addAll(signs.filter { it != SPACE })
    ask(signs, signs)
    for ((index, group) in questions.groups.withIndex()) {
      val letters = known(group.second, index + 1)
      basic.addAll(letters.filter { it < 0x80 })
      ask(letters, letters)
      ask(letters, signs)
      ask(signs, letters)
    }
  }

  private fun ask(firsts: List<Int>, seconds: List<Int>) {
    for (first in firsts) {
      for (second in seconds) {
        if (first == SPACE && second == SPACE) continue
        val text = listOf(first, second)
        val share = width(text) - sum(text)
        if (isDifferent(share)) pairs[text] = share
      }
    }
  }

  /** The width of a text by its advances, pairs and triples. */
  private fun sum(text: List<Int>): Double {
    var sum = 0.0
    for (index in text.indices) {
      sum += advances[text[index]] ?: 0.0
      if (index > 0) sum += pairs[text.subList(index - 1, index + 1)] ?: 0.0
      if (index > 1) sum += triples[text.subList(index - 2, index + 1)] ?: 0.0
    }
    return sum
  }

  private fun isKnown(text: List<Int>): Boolean = text.all { advances.containsKey(it) }

  fun askTriples() {
    val middles = HashSet<Int>()
    for (character in basic) {
      for (text in patterns(character, 3, questions.neighbors)) if (askTriple(text)) middles.add(text[1])
    }
    val small = basic.filter { it >= 0x61 && it <= 0x7A }
    for (first in small) {
      for (middle in small) {
        for (last in small) if (askTriple(listOf(first, middle, last))) middles.add(middle)
      }
    }
    for (middle in middles.sorted()) {
      val group = groups[middle] ?: 0
      val letters = if (group > 0) questions.groups[group - 1].second.filter { it >= 0x80 } else emptyList()
      val firsts = TreeSet<Int>()
      val lasts = TreeSet<Int>()
      for (first in basic) {
        for (last in basic) {
          val text = listOf(first, middle, last)
          if (triples.containsKey(text) || askTriple(text)) {
            firsts.add(first)
            lasts.add(last)
          }
        }
      }
      for (other in letters.filter { advances.containsKey(it) }) {
        for (first in firsts) askTriple(listOf(first, middle, other))
        for (last in lasts) askTriple(listOf(other, middle, last))
      }
    }
  }

  /** Asks three characters; returns whether their width is not the sum of their pairs. */
  private fun askTriple(text: List<Int>): Boolean {
    if (triples.containsKey(text) || !isKnown(text)) return false
    val share = width(text) - sum(text)
    if (isDifferent(share)) triples[text] = share
    return isDifferent(share)
  }

  fun askSequences() {
    val letters = basic.filter { it < 0x80 && Character.isAlphabetic(it) }
    for (triple in triples.keys.sortedWith(Comparator { one, two -> compare(one, two) })) {
      val isLetters = triple.all { (groups[it] ?: 0) > 0 }
      for (other in if (isLetters) letters else questions.neighbors) {
        askSequence(listOf(other) + triple)
        askSequence(triple + other)
      }
    }
    for (character in basic) {
      for (length in 4..questions.longest) {
        for (text in patterns(character, length, questions.representatives)) askSequence(text)
      }
    }
    // Too many to list: no word is known unless it is measured whole.
    if (sequences.size > 1000) sequences = ArrayList(questions.representatives.map { listOf(it) })
  }

  private fun askSequence(text: List<Int>) {
    if (!isKnown(text) || !isDifferent(width(text) - sum(text))) return
    if (sequences.none { java.util.Collections.indexOfSubList(text, it) >= 0 }) sequences.add(text)
  }

  /** Asks the triples of another size, and takes over its sequences. */
  fun askLike(other: CapturedFace) {
    for (text in other.triples.keys) askTriple(text)
    sequences = other.sequences
  }

  /** All texts of a length over some letters and a character, with the character in each. */
  private fun patterns(character: Int, length: Int, others: List<Int>): List<List<Int>> {
    val letters = others + character
    var texts: List<List<Int>> = listOf(emptyList())
    for (step in 0 until length) texts = texts.flatMap { text -> letters.map { text + it } }
    return texts.filter { it.contains(character) }
  }

  fun ask(word: String) {
    val text = points(word)
    val isShown = text.map { askCharacter(it) }.all { it }
    if (!isShown || text.size < 2 || text.contains(SPACE) || word.length > 200) return
    val width = width(text)
    val scripts = text.mapNotNull { groups[it] }.filter { it != 0 }.toSet()
    val isAsked = text.all { groups.containsKey(it) } && scripts.size <= 1
    if (isAsked && !isDifferent(width - sum(text)) && !containsSequence(text)) return
    words[text] = width
  }

  private fun containsSequence(text: List<Int>): Boolean {
    val classes = text.map { representative(it) }
    return sequences.any { sequence ->
      (0..text.size - sequence.size).any { start ->
        sequence.indices.all {
          sequence[it] == text[start + it] || sequence[it] == classes[start + it]
        }
      }
    }
  }

  /** The character that stands for a character in sequences. */
  private fun representative(character: Int): Int = when {
    character >= 0x30 && character <= 0x39 -> 0x30
    Character.isLowerCase(character) -> 0x6E
    Character.isUpperCase(character) -> 0x48
    Character.isAlphabetic(character) -> 0x6E
    else -> 0x2E
  }

  /** The face, as an object; the same answers give the same text. */
  fun text(weight: Int, slant: String, size: Double): String {
    fun members(all: Map<List<Int>, Double>): String {
      val sorted = all.entries.sortedWith(Comparator { one, two -> compare(one.key, two.key) })
      return "{" + sorted.joinToString(",") { quoted(it.key) + ":" + whole(it.value) } + "}"
    }
    val rows = pairs.entries.groupBy { it.key[0] }.toSortedMap().map { row ->
      val shares = row.value.groupBy { whole(it.value) }.toSortedMap().map { share ->
        "\"" + share.key + "\":" + quoted(share.value.map { it.key[1] }.sorted())
      }
      quoted(listOf(row.key)) + ":{" + shares.joinToString(",") + "}"
    }
    val parts = listOf(
      "\"weight\":" + weight, "\"slant\":" + quoted(slant), "\"sizes\":[" + size + "," + size + "]",
      "\"unitsPerEm\":" + font.unitsPerEm, "\"line\":{" + font.line() + "}",
      "\"advances\":" + members(advances.mapKeys { listOf(it.key) }),
      "\"missing\":" + quoted(missing.sorted()), "\"pairs\":{" + rows.joinToString(",") + "}",
      "\"triples\":" + members(triples), "\"words\":" + members(words),
      "\"sequences\":[" + sequences.joinToString(",") { quoted(it) } + "]")
    return "{" + parts.joinToString(",") + "}"
  }

  private companion object {
    const val SPACE = 0x20
  }
}

private fun whole(number: Double): Int = number.roundToLong().toInt()

private fun compare(one: List<Int>, two: List<Int>): Int {
  for (index in 0 until minOf(one.size, two.size)) {
    if (one[index] != two[index]) return one[index] - two[index]
  }
  return one.size - two.size
}

/** The code points of a text. */
private fun points(text: String): List<Int> {
  val points = ArrayList<Int>()
  var index = 0
  while (index < text.length) {
    points.add(text.codePointAt(index))
    index += Character.charCount(points.last())
  }
  return points
}

private fun string(points: List<Int>): String {
  val text = StringBuilder()
  for (point in points) text.appendCodePoint(point)
  return text.toString()
}

/** A text as JSON. */
private fun quoted(points: List<Int>): String = quoted(string(points))

private fun quoted(text: String): String {
  val quoted = StringBuilder("\"")
  for (letter in text) {
    when {
      letter == '"' || letter == '\\' -> quoted.append('\\').append(letter)
      letter < ' ' -> quoted.append(String.format("\\u%04x", letter - '\u0000'))
      else -> quoted.append(letter)
    }
  }
  return quoted.append('"').toString()
}

/**
 * A line about a cell on screen, for `cellheights verify --against`. Lengths are in dp.
 *
 * @param id The id of the record.
 * @param environment The environment as cellheights writes it, such as `360@3x/L/ltr/en/android`.
 * @param views The views of the cell, by their names in the template.
 */
fun cellHeightLine(
  id: String, template: String, environment: String, cell: View, views: Map<String, View>,
  density: Double
): String {
  val origin = IntArray(2)
  cell.getLocationInWindow(origin)
  val frames = views.toSortedMap().map { (name, view) ->
    val place = IntArray(2)
    view.getLocationInWindow(place)
    "{\"view\":" + quoted(name) + ",\"x\":" + (place[0] - origin[0]) / density + ",\"y\":" +
      (place[1] - origin[1]) / density + ",\"width\":" + view.width / density + ",\"height\":" +
      view.height / density + "}"
  }
  return "{\"id\":" + quoted(id) + ",\"template\":" + quoted(template) + ",\"environment\":" +
    quoted(environment) + ",\"height\":" + cell.height / density + ",\"frames\":[" +
    frames.joinToString(",") + "]}"
}
