import './panel.css'
import { useId } from 'react'

interface PanelProps {
  title: string
  /** Small words beside the title. */
  note?: React.ReactNode
  /** Controls or a legend, at the far end. */
  aside?: React.ReactNode
  children: React.ReactNode
}

/** A titled region of a page. */
export function Panel({ title, note, aside, children }: PanelProps) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id} className="panel-title">
          {title}
        </h2>
        {note !== undefined && <span className="panel-note">{note}</span>}
        {aside !== undefined && <div className="panel-aside">{aside}</div>}
      </header>
      {children}
    </section>
  )
}

interface FigureProps {
  label: React.ReactNode
  value: React.ReactNode
  /** What stands under the figure, smaller. */
  note?: React.ReactNode
}

/** A labelled figure: the figure is the largest thing, its label the smallest. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div className="figure">
      <dt className="figure-label">{label}</dt>
      <dd className="figure-value">{value}</dd>
      {note !== undefined && <dd className="figure-note">{note}</dd>}
    </div>
  )
}
