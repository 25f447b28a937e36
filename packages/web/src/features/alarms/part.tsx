interface PartProps {
  title: string
  children: React.ReactNode
}

/** Part of the editor of an alarm, with its title at the left. */
export const Part = ({ title, children }: PartProps) => (
  <div className="stack open alarm-part" role="group" aria-label={title}>
    <span className="second medium">{title}</span>
    <div className="stack near">{children}</div>
  </div>
)
