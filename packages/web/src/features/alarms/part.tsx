interface PartProps {
  title: string
  children: React.ReactNode
}

/** Section of the alarm editor with a title above its fields. */
export const Part = ({ title, children }: PartProps) => (
  <div className="stack open alarm-part" role="group" aria-label={title}>
    <span className="second medium">{title}</span>
    <div className="stack near">{children}</div>
  </div>
)
