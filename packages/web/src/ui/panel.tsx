import './panel.css'
import { useId } from 'react'

interface PanelProps {
  title: string
  /** Small text beside the title. */
  note?: React.ReactNode
  /** Controls or a legend at the right end. */
  aside?: React.ReactNode
  children: React.ReactNode
}

/** Section of a page with a title, a note and controls beside it. */
export function Panel({ title, note, aside, children }: PanelProps) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="row panel-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span className="note">{note}</span>}
        {aside !== undefined && <div className="row push panel-aside">{aside}</div>}
      </header>
      {children}
    </section>
  )
}

interface FigureProps {
  label: React.ReactNode
  value: React.ReactNode
  /** Smaller text below the figure. */
  note?: React.ReactNode
}

/** Number as the largest text, with its label above and a note below; an item of a `dl`. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div className="figure">
      <dt className="note one-line dense">{label}</dt>
      <dd className="title-large one-line strong figure-value">{value}</dd>
      {note !== undefined && <dd className="note one-line dense figure-note">{note}</dd>}
    </div>
  )
}
