import './table.css'

interface TableProps {
  /** Name of the table for screen readers. */
  label: string
  /** Headings of the columns. A heading that begins with a blank is for screen readers only, such as that of the actions. */
  columns: readonly string[]
  children: React.ReactNode
}

/**
 * Table of rows (`children`). On a phone each row is a card, and each cell shows its heading, which it must have as
 * `data-label`.
 */
export function Table({ label, columns, children }: TableProps) {
  return (
    // Roles are set explicitly, since the narrow layout changes the table's display.
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
