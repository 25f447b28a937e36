import './panel.css'

interface NoticeProps {
  title: string
  children: React.ReactNode
  /** Links and buttons for the next step. */
  ways?: React.ReactNode
  /** True for an error, which screen readers announce at once. */
  alert?: boolean
  /** True when the notice is the only content of the page; its title is then the heading of the page. */
  whole?: boolean
}

/** Message in place of content: the reason, and buttons for the next step. */
export function Notice({ title, children, ways, alert = false, whole = false }: NoticeProps) {
  const Title = whole ? 'h1' : 'h2'
  return (
    <div className="stack notice" {...(alert ? { role: 'alert' } : {})}>
      <Title className="title-large">{title}</Title>
      <div className="muted">{children}</div>
      {ways !== undefined && <div className="wrap">{ways}</div>}
    </div>
  )
}

/** Grey placeholder with the size of content that is loading; numbers are px. */
export function Skeleton({ width = '100%', height = 16 }: { width?: number | string; height?: number }) {
  return <span className="skeleton" style={{ width, height }} />
}
