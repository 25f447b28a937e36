import { personName } from '../../lib/person-name.ts'
import './client-errors.css'
import { dateAndMinute } from '../../lib/dates.ts'
import { useZone } from '../../scope/zone.ts'
import { Table } from '../../ui/table.tsx'
import type { PageError } from './queries.ts'

interface ErrorListProps {
  errors: readonly PageError[]
  people: readonly (Parameters<typeof personName>[0] & { readonly id: number })[]
}

/**
 * Returns the name of the user whose page reported the error; `A display` for a kiosk display, and `User 17` for a user who is
 * not in `people`.
 */
function whoMet({ user_id: id }: PageError, people: ErrorListProps['people']): string {
  if (id === null) return 'A display'
  const person = people.find((candidate) => candidate.id === id)
  return person === undefined ? `User ${id}` : personName(person)
}

/**
 * Table of the errors that pages reported, in the given order, with time, page, message, place in the program, version and user.
 */
export function ErrorList({ errors, people }: ErrorListProps) {
  const zone = useZone()
  return (
    <Table label="Page errors" columns={['Time', 'Page', 'What broke', 'Version', 'User']}>
      {errors.map((error) => (
        <tr key={error.id}>
          <td data-label="Time" className="one-line">
            {dateAndMinute(Date.parse(error.occurred_at), zone)}
          </td>
          <td data-label="Page">
            <code className="mono">{error.route}</code>
          </td>
          <td data-label="What broke" className="any-break error-what">
            <div className="grow">
              <p>{error.message}</p>
              {(error.stack !== null || error.browser !== null) && (
                <details>
                  <summary>Where in the program</summary>
                  {error.stack !== null && (
                    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
                    <pre className="well small scroll-box callout error-stack" tabIndex={0}>
                      {error.stack}
                    </pre>
                  )}
                  {error.browser !== null && <p className="second any-break">{error.browser}</p>}
                </details>
              )}
            </div>
          </td>
          <td data-label="Version" className="second any-break">
            {error.version}
          </td>
          <td data-label="User" className="second any-break">
            {whoMet(error, people)}
          </td>
        </tr>
      ))}
    </Table>
  )
}
