export interface Sentence {
  /** Section and number within the section, from 1, for example `2.14`. */
  readonly place: string
  readonly text: string
}

/**
 * Returns the sentences of a specification in Markdown, in order, numbered within each section (`## 2. …`; lines before the first
 * are section 0). A sentence ends at a full stop, question mark or exclamation mark before a capital, a quote, a path or a digit.
 * A row of a table is a sentence; headings and heads of tables are left out.
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
