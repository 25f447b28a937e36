import './panel.css'

interface NoticeProps {
  title: string
  children: React.ReactNode
  /** What can be done next: links and buttons. */
  ways?: React.ReactNode
  /** Interrupts a screen reader: something went wrong. */
  alert?: boolean
}

/** What stands where there is nothing else: why, and how to go on. */
export function Notice({ title, children, ways, alert = false }: NoticeProps) {
  return (
    <div className="notice" {...(alert ? { role: 'alert' } : {})}>
      <h2 className="notice-title">{title}</h2>
      <div className="notice-text">{children}</div>
      {ways !== undefined && <div className="notice-ways">{ways}</div>}
    </div>
  )
}

/** A placeholder of the size of what will stand there. */
export function Bone({ width = '100%', height = 16 }: { width?: number | string; height?: number }) {
  return <span className="bone" style={{ width, height }} />
}
