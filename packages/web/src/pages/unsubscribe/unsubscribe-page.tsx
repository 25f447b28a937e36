import { useQuery } from '@tanstack/react-query'
import { readStop, stopMails } from '../../features/notices/unsubscribe.ts'
import { useTitle } from '../../lib/title.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SubmitButton } from '../../ui/submit.tsx'
import { Entrance, type EntrancePageProps } from '../entrance.tsx'

const INVALID = 'This link is not valid. Open it again from the email'

const nothing = { alarms: [], reports: [] } as const

/**
 * Returns sentences about the effect of the button, for a report if there is one, else for the alarms, and about the way to undo
 * it.
 */
function words(alarms: readonly string[], [report]: readonly string[]): string {
  if (report !== undefined)
    return `You get no more ${report} reports by email. To get them again, choose them in your settings.`
  const subject = alarms.length === 1 ? 'this alarm' : 'these alarms'
  return `You get no more mails about ${subject}. Text messages stay. To get the mails again, subscribe with Email on the Alarms page of the machine or unit.`
}

/**
 * Page that the link at the end of a mail opens, without sign-in: it names the alarms or reports, and stops their mails when its
 * button is pressed. Opening it changes nothing, as programs that scan mail open links.
 */
export function UnsubscribePage(_: EntrancePageProps) {
  useTitle('Stop mails')
  const token = new URLSearchParams(location.search).get('stop') ?? ''
  const { data: { alarms, reports } = nothing, error } = useQuery({
    queryKey: ['unsubscribe', token],
    queryFn: () => readStop(token),
    enabled: token !== '',
    retry: false,
  })
  const { form, failure, isDone } = useForm({ stored: {}, work: () => stopMails(token) })
  const isInvalid = token === '' || error !== null
  return (
    <Entrance
      title="Stop mails"
      error={isInvalid ? INVALID : failure !== null ? 'The mails could not be stopped. Try again' : undefined}
      message={isDone ? 'Stopped.' : undefined}
    >
      {!isInvalid && !isDone && (
        <Form className="stack panel wide entrance-form" {...form}>
          <Subjects alarms={alarms} reports={reports} />
          <SubmitButton className="entrance-button" busyText="Stopping…">
            Stop mails
          </SubmitButton>
        </Form>
      )}
      {(isInvalid || isDone) && (
        <div className="stack panel wide entrance-form">
          {isDone && <Subjects alarms={alarms} reports={reports} />}
          <a href="/setup/user" className="entrance-link">
            Open your settings
          </a>
          <a href="/" className="entrance-link">
            Open Millwatch
          </a>
        </div>
      )}
    </Entrance>
  )
}

/** Sentences about the effect of the button, with the list of the alarms whose mails it stops. */
function Subjects({ alarms, reports }: { alarms: readonly string[]; reports: readonly string[] }) {
  return (
    <>
      <p>{words(alarms, reports)}</p>
      {alarms.length > 0 && (
        <ul className="stack snug">
          {alarms.map((alarm) => (
            <li key={alarm} className="any-break">
              <bdi>{alarm}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
