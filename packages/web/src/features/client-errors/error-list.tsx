import './client-errors.css'
import { dateAndMinute } from '../../lib/zoned.ts'
import { useZone } from '../../scope/zone.ts'
import { Table } from '../../ui/table.tsx'
import type { PageError } from './queries.ts'

/** What broke on pages, each with where in the program it did. */
export function ErrorList({ errors }: { errors: readonly PageError[] }) {
  const zone = useZone()
  return (
    <Table label="Page errors" columns={['Time', 'Page', 'What broke', 'Version', 'User']}>
      {errors.map((error) => (
        <tr key={error.id}>
          <td data-label="Time" className="error-time">
            {dateAndMinute(Date.parse(error.occurred_at), zone)}
          </td>
          <td data-label="Page">
            <code className="error-code">{error.route}</code>
          </td>
          <td data-label="What broke" className="error-what">
            <div>
              <p>{error.message}</p>
              {(error.stack !== null || error.browser !== null) && (
                <details>
                  <summary>Where in the program</summary>
                  {error.stack !== null && (
                    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
                    <pre className="error-stack" tabIndex={0}>
                      {error.stack}
                    </pre>
                  )}
                  {error.browser !== null && <p className="table-second">{error.browser}</p>}
                </details>
              )}
            </div>
          </td>
          <td data-label="Version" className="table-second">
            {error.version}
          </td>
          <td data-label="User" className="table-second">
            {error.user_id ?? 'a display'}
          </td>
        </tr>
      ))}
    </Table>
  )
}
