import './empty.css'

/** Message in place of an empty list: `title` says that it is empty, `children` why, and what a person can do. */
export function Empty({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="empty" role="status">
      <b className="title strong block">{title}</b>
      <p className="muted">{children}</p>
    </div>
  )
}
