/** Placeholder in a table with the height (px) of the rows that are not in view; nothing when there are none. */
export function GapRow({ px, columns }: { px: number; columns: number }) {
  if (px <= 0) return null
  return (
    <tr style={{ height: px }}>
      <td colSpan={columns} />
    </tr>
  )
}
