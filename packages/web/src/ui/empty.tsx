import './empty.css'

/** What stands in place of rows where there are none: that, why, and what next. */
export function Empty({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="empty" role="status">
      <b>{title}</b>
      <p>{children}</p>
    </div>
  )
}
