export interface Sentence {
  /** Section and place in it, for example `2.14`. */
  readonly place: string
  readonly text: string
}

/**
 * Numbers the sentences of a specification in Markdown, section by section (`## 2. …`; what stands before the first is section 0).
 * A sentence ends at a full stop with a capital, a quote, a path or a digit after it; a row of a table is one; headings, and the
 * head of a table, are none.
 */
export function numberSentences(text: string): Sentence[] {
  let section = '0'
  let count = 0
  return text.split('\n').flatMap((line) => {
    const heading = /^## (\d+)\./.exec(line)
    if (heading) {
      section = heading[1] ?? section
      count = 0
    }
    return sentencesOfLine(line.trimEnd()).map((sentence) => {
      count += 1
      return { place: `${section}.${count}`, text: sentence }
    })
  })
}

function sentencesOfLine(line: string): string[] {
  if (line === '' || line.startsWith('#') || /^\|[-| ]+$/.test(line) || /^\| (Method|Situation|Route) /.test(line))
    return []
  if (line.startsWith('|')) return [line]
  return line
    .replace(/^- /, '')
    .split(/(?<=[.!?])'?\)?\s+(?=[A-Z'/(<0-9+])/)
    .filter((part) => part.trim() !== '')
}
