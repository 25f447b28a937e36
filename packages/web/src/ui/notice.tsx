import './panel.css'

interface NoticeProps {
  title: string
  children: React.ReactNode
  /** What can be done next: links and buttons. */
  ways?: React.ReactNode
  /** Interrupts a screen reader: something went wrong. */
  alert?: boolean
  /** It is all there is on the page: its title is that of the page. */
  whole?: boolean
}

/** What stands where there is nothing else: why, and how to go on. */
export function Notice({ title, children, ways, alert = false, whole = false }: NoticeProps) {
  const Title = whole ? 'h1' : 'h2'
  return (
    <div className="notice" {...(alert ? { role: 'alert' } : {})}>
      <Title className="notice-title">{title}</Title>
      <div className="notice-text">{children}</div>
      {ways !== undefined && <div className="notice-ways">{ways}</div>}
    </div>
  )
}

/** A placeholder of the size of what will stand there. */
export function Bone({ width = '100%', height = 16 }: { width?: number | string; height?: number }) {
  return <span className="bone" style={{ width, height }} />
}
