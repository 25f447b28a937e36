/**
 * Inline elements of the supported subset of Markdown, parsed into a tree. Text never becomes HTML; anything
 * unsupported stays as typed.
 */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly of: readonly Inline[] }
  /** Address of the link; it begins with http:// or https://. */
  | { readonly kind: 'link'; readonly to: string; readonly of: readonly Inline[] }

export type Block =
  | { readonly kind: 'heading'; readonly of: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly of: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }

const heading = /^#{1,6} +(.*?)(?: +#*)?$/
const listItem = /^ {0,3}(?:([-*+])|\d{1,9}[.)]) +(.*)$/
const fence = /^ {0,3}```/
const fenceEnd = /^ {0,3}```\s*$/

/** Parses a text into blocks. */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.split(/\r\n?|\n/)
  for (let at = 0; at < lines.length; ) {
    const [block, next] = readBlock(lines, at)
    if (block !== undefined) blocks.push(block)
    at = next
  }
  return blocks
}

const isBlank = (line: string): boolean => line.trim() === ''

/** Parses the block that begins at a line. Returns it with the index of the line after it. */
function readBlock(lines: readonly string[], at: number): [block: Block | undefined, next: number] {
  const line = lines[at] ?? ''
  if (isBlank(line)) return [undefined, at + 1]
  if (fence.test(line)) return readCode(lines, at)
  const title = heading.exec(line)
  if (title !== null) return [{ kind: 'heading', of: readInline(title[1] ?? '') }, at + 1]
  if (listItem.test(line)) return readList(lines, at)
  let next = at + 1
  while (next < lines.length && !beginsBlock(lines[next] ?? '')) next++
  return [{ kind: 'paragraph', of: readInline(joined(lines.slice(at, next))) }, next]
}

const beginsBlock = (line: string): boolean =>
  isBlank(line) || fence.test(line) || heading.test(line) || listItem.test(line)

const joined = (lines: readonly string[]): string => lines.map((line) => line.trim()).join(' ')

/**
 * Parses a code block up to the next fence or the end of the text. Text after the opening fence is kept as the first
 * line.
 */
function readCode(lines: readonly string[], at: number): [Block, number] {
  let next = at + 1
  while (next < lines.length && !fenceEnd.test(lines[next] ?? '')) next++
  const words = (lines[at] ?? '').replace(fence, '').trim()
  const text = [...(words === '' ? [] : [words]), ...lines.slice(at + 1, next)].join('\n')
  return [{ kind: 'code', text }, next + 1]
}

/** Parses items of the same kind of list. A line that begins nothing continues the item before it. */
function readList(lines: readonly string[], at: number): [Block, number] {
  const isOrdered = listItem.exec(lines[at] ?? '')?.[1] === undefined
  const items: string[][] = []
  let next = at
  for (; next < lines.length; next++) {
    const line = lines[next] ?? ''
    const [, bullet, words] = listItem.exec(line) ?? []
    if (words !== undefined && (bullet === undefined) === isOrdered) items.push([words])
    else if (beginsBlock(line)) break
    else items.at(-1)?.push(line)
  }
  return [{ kind: 'list', isOrdered, items: items.map((item) => readInline(joined(item))) }, next]
}

/** Greatest depth of nested marks. */
const DEEPEST = 4
/** Characters that may begin a mark; a backslash escapes them. */
const marks = /[\\`*_[]|https?:\/\//g

interface Found {
  readonly piece: Inline
  readonly next: number
}

/** Parses the inline marks of a text. */
export function readInline(text: string, depth = 0): Inline[] {
  const pieces: Inline[] = []
  /** Closing marks that do not occur in the rest of the text, so that the search is not repeated. */
  const missing = new Set<string>()
  let plain = ''
  let at = 0
  marks.lastIndex = 0
  for (;;) {
    marks.lastIndex = at
    const found = marks.exec(text)
    if (found === null) break
    plain += text.slice(at, found.index)
    const read = readMark(text, found.index, depth, missing)
    if (read === undefined) {
      const isEscape = found[0] === '\\' && /[\\`*_[\]]/.test(text[found.index + 1] ?? '')
      plain += isEscape ? text[found.index + 1] : text[found.index]
      at = found.index + (isEscape ? 2 : 1)
    } else {
      if (plain !== '') pieces.push({ kind: 'text', text: plain })
      plain = ''
      pieces.push(read.piece)
      at = read.next
    }
  }
  plain += text.slice(at)
  return plain === '' ? pieces : [...pieces, { kind: 'text', text: plain }]
}

function readMark(text: string, at: number, depth: number, missing: Set<string>): Found | undefined {
  const sign = text[at]
  if (sign === '\\') return undefined
  if (sign === '`') {
    const end = endOf(text, '`', at + 1, missing)
    return end === undefined ? undefined : { piece: { kind: 'code', text: text.slice(at + 1, end) }, next: end + 1 }
  }
  if (depth >= DEEPEST) return undefined
  if (sign === '[') return readLink(text, at, depth, missing)
  if (sign === 'h') return readAddress(text, at)
  return readStress(text, at, depth, missing)
}

/** Returns the index of the next `end` that has something before it; undefined without one. */
function endOf(text: string, end: string, from: number, missing: Set<string>): number | undefined {
  if (missing.has(end)) return undefined
  const at = text.indexOf(end, from)
  if (at === -1) missing.add(end)
  return at > from ? at : undefined
}

const isWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)

/** Parses `**strong**`, `*em*` or `_em_`; an underscore inside a word is plain text. */
function readStress(text: string, at: number, depth: number, missing: Set<string>): Found | undefined {
  const sign = text[at] ?? ''
  const isStrong = text[at + 1] === sign
  const mark = isStrong ? sign + sign : sign
  const from = at + mark.length
  if (/\s/.test(text[from] ?? ' ') || (sign === '_' && isWord(text[at - 1]))) return undefined
  const end = endOf(text, mark, from, missing)
  if (end === undefined || /\s/.test(text[end - 1] ?? ' ')) return undefined
  if (sign === '_' && isWord(text[end + mark.length])) return undefined
  const inner = readInline(text.slice(from, end), depth + 1)
  return { piece: { kind: isStrong ? 'strong' : 'em', of: inner }, next: end + mark.length }
}

/** Parses `[words](https://...)`; other kinds of address make no link. */
function readLink(text: string, at: number, depth: number, missing: Set<string>): Found | undefined {
  const middle = endOf(text, '](', at + 1, missing)
  if (middle === undefined) return undefined
  const end = endOf(text, ')', middle + 2, missing)
  const to = end === undefined ? undefined : safeAddress(text.slice(middle + 2, end))
  if (end === undefined || to === undefined) return undefined
  const words = withoutLinks(readInline(text.slice(at + 1, middle), depth + 1))
  return { piece: { kind: 'link', to, of: words }, next: end + 1 }
}

/** Removes links inside a link and keeps their text. */
const withoutLinks = (pieces: readonly Inline[]): Inline[] =>
  pieces.flatMap((piece): Inline[] => {
    if (piece.kind === 'link') return withoutLinks(piece.of)
    return 'of' in piece ? [{ ...piece, of: withoutLinks(piece.of) }] : [piece]
  })

/** Parses a bare address, without the punctuation that ends the sentence. */
function readAddress(text: string, at: number): Found | undefined {
  if (isWord(text[at - 1])) return undefined
  const [typed = ''] = /^[^\s<>"'`*[\]()]+/.exec(text.slice(at, at + 2000)) ?? []
  const words = typed.replace(/[.,;:!?]+$/, '')
  const to = safeAddress(words)
  return to === undefined
    ? undefined
    : { piece: { kind: 'link', to, of: [{ kind: 'text', text: words }] }, next: at + words.length }
}

function safeAddress(typed: string): string | undefined {
  if (!/^https?:\/\/[^\s\\]+$/i.test(typed) || !URL.canParse(typed)) return undefined
  const { protocol, href } = new URL(typed)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}
