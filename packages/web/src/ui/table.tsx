import './table.css'

interface TableProps {
  /** What is listed, for those who do not see where it stands. */
  label: string
  /** Heads of the columns; the last one, of what can be done, is for screen readers only where it begins with a blank. */
  columns: readonly string[]
  children: React.ReactNode
}

/** Rows under heads; on a phone each row is a card, whose cells bear their head (`data-label`). */
export function Table({ label, columns, children }: TableProps) {
  return (
    // Roles are said again, since the narrow form takes the table's display away.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <table className="table" aria-label={label} role="table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column.startsWith(' ') ? <span className="sr-only">{column.trim()}</span> : column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
