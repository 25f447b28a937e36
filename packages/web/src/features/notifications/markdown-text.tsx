import './markdown.css'
import { Fragment, useMemo } from 'react'
import { type Block, type Inline, readMarkdown } from './markdown.ts'

/**
 * Renders Markdown as our own elements, never as HTML. Links open another tab, which gets no reference to this page.
 */
export function MarkdownText({ text }: { text: string }) {
  const blocks = useMemo(() => readMarkdown(text), [text])
  return (
    <div className="markdown">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn whole or anew
        <BlockOf key={index} block={block} />
      ))}
    </div>
  )
}

function BlockOf({ block }: { block: Block }) {
  if (block.kind === 'code') return <pre>{block.text}</pre>
  if (block.kind === 'heading') return <h4>{inlines(block.of)}</h4>
  if (block.kind === 'paragraph') return <p>{inlines(block.of)}</p>
  // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn whole or anew
  const items = block.items.map((item, index) => <li key={index}>{inlines(item)}</li>)
  return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>
}

const inlines = (pieces: readonly Inline[]): React.ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn whole or anew
  pieces.map((piece, index) => <Fragment key={index}>{inline(piece)}</Fragment>)

function inline(piece: Inline): React.ReactNode {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'code':
      return <code>{piece.text}</code>
    case 'strong':
      return <strong>{inlines(piece.of)}</strong>
    case 'em':
      return <em>{inlines(piece.of)}</em>
    case 'link':
      return (
        <a href={piece.to} target="_blank" rel="noopener noreferrer nofollow">
          {inlines(piece.of)}
        </a>
      )
  }
}
