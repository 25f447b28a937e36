import './markdown.css'
import type { Nodes, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { Fragment, useMemo } from 'react'

/**
 * Markdown syntax that is not read and stays as typed: HTML, quotations, indented code, definitions, rules, underlined headings,
 * pictures, escaped line breaks and addresses in angle brackets.
 */
const unread = [
  ...['htmlFlow', 'htmlText', 'blockQuote', 'codeIndented', 'definition', 'thematicBreak', 'setextUnderline'],
  ...['labelStartImage', 'hardBreakEscape', 'autolink'],
]

/**
 * Largest number of runs of `*` or `_` with which emphasis is read, since the time to match them grows with the square of their
 * number.
 */
const MOST_EMPHASIS_MARKS = 800

/**
 * Returns the names of the Markdown syntax that stays as typed in this text; with too many `*` or `_` emphasis is one of them.
 */
const unreadIn = (text: string): string[] =>
  (text.match(/\*+|_+/g)?.length ?? 0) > MOST_EMPHASIS_MARKS ? [...unread, 'attention'] : unread

/** Greatest depth of nested elements that is shown; deeper text is shown as typed. */
const DEEPEST = 8

/** Beginning of a line with nine or more list marks one after another, which would take long to read as nested lists. */
const deepList = /^(?:[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+){9,}/gm

/** Returns the text with the list marks escaped in lines that begin with nine or more of them. */
const withoutDeepLists = (text: string): string =>
  text.replaceAll(deepList, (marks) => marks.replaceAll(/[-*+.)]/g, '\\$&'))

/**
 * Text with Markdown shown as React elements, never as HTML: emphasis, code, lists, headings and links; other syntax stays as
 * typed. Web addresses become links too; links open a new tab that has no access to this page.
 */
export function MarkdownText({ text }: { text: string }) {
  const source = withoutDeepLists(text)
  const { children } = useMemo(
    () => fromMarkdown(source, { extensions: [{ disable: { null: unreadIn(source) } }] }),
    [source],
  )
  return (
    <div className="muted stack any-break near markdown">{drawn(children, { source, depth: 0, isLink: false })}</div>
  )
}

interface Surroundings {
  /** The whole Markdown text, from which parts that are not read are copied. */
  readonly source: string
  readonly depth: number
  /** True inside a link, where addresses make no other link. */
  readonly isLink: boolean
}

const drawn = (nodes: readonly RootContent[], surroundings: Surroundings): React.ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn whole or anew
  nodes.map((node, index) => <Fragment key={index}>{element(node, surroundings)}</Fragment>)

/** Returns the source text of a Markdown node, as it was typed. */
const typed = ({ position }: Nodes, source: string): string =>
  source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0)

function element(node: RootContent, { source, depth, isLink }: Surroundings): React.ReactNode {
  if (depth > DEEPEST) return typed(node, source)
  const within = { source, depth: depth + 1, isLink: isLink || node.type === 'link' }
  const inner = 'children' in node ? drawn(node.children, within) : null
  switch (node.type) {
    case 'text':
      return isLink ? node.value : <Addresses text={node.value.replaceAll(/\s*\n\s*/g, ' ')} />
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'code':
      // Words behind the opening fence are the first line.
      return <pre>{[node.lang, node.meta].filter(Boolean).concat(node.value).join('\n')}</pre>
    case 'strong':
      return <strong>{inner}</strong>
    case 'emphasis':
      return <em>{inner}</em>
    case 'heading':
      return <h4>{inner}</h4>
    case 'paragraph':
      return <p>{inner}</p>
    case 'list':
      return node.ordered ? <ol>{inner}</ol> : <ul>{inner}</ul>
    case 'listItem': {
      const [only, ...more] = node.children
      const isLine = only?.type === 'paragraph' && more.length === 0
      return <li>{isLine ? drawn(only.children, within) : inner}</li>
    }
    case 'link': {
      const to = safeAddress(node.url)
      return to === undefined ? typed(node, source) : <Elsewhere to={to}>{inner}</Elsewhere>
    }
    case 'break':
      return ' '
    default:
      return typed(node, source)
  }
}

const Elsewhere = ({ to, children }: { to: string; children: React.ReactNode }) => (
  <a href={to} target="_blank" rel="noopener noreferrer nofollow">
    {children}
  </a>
)

/** Web address in a text, without brackets or quotes around it and without the punctuation that ends the sentence. */
const bare = /(?<![\p{L}\p{N}])(https?:\/\/[^\s<>"'`*[\]()]{0,2000}[^\s<>"'`*[\]().,;:!?])/u

/** Text in which http and https addresses are links to a new tab. */
const Addresses = ({ text }: { text: string }) =>
  text.split(bare).map((part, index) => {
    const to = index % 2 === 1 ? safeAddress(part) : undefined
    return to === undefined ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn whole or anew
      <Elsewhere key={index} to={to}>
        {part}
      </Elsewhere>
    )
  })

/** Returns a normalized http or https address; undefined for any other text. */
function safeAddress(written: string): string | undefined {
  if (!/^https?:\/\/[^\s\\]+$/i.test(written) || !URL.canParse(written)) return undefined
  const { protocol, href } = new URL(written)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}
