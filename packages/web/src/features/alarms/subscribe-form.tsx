import { useQuery } from '@tanstack/react-query'
import { userQuery } from '../../scope/session.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { SubmitButton } from '../../ui/submit.tsx'
import { useSendsSms } from './use-sends-sms.ts'
import { type Channels, subscribing } from './use-subscription.ts'
import { NO_PHONE, NO_SMS } from './words.ts'

interface ChannelFieldsProps {
  channels: Channels
  onChannels: (channels: Channels) => void
}

/** Boxes for the channels by which the person at the screen is notified; without a phone number or a service there are no text messages. */
export function ChannelFields({ channels, onChannels }: ChannelFieldsProps) {
  const { data: user } = useQuery(userQuery)
  const sendsSms = useSendsSms()
  const lock = user?.phone === null ? NO_PHONE : sendsSms ? undefined : NO_SMS
  return (
    <>
      <span title={lock}>
        <CheckField
          value={channels.sms}
          disabled={lock !== undefined}
          aria-label={lock === undefined ? 'Text message' : `Text message (${lock})`}
          onValue={(sms) => onChannels({ ...channels, sms })}
        >
          Text message
        </CheckField>
      </span>
      <CheckField value={channels.email} aria-label="Email" onValue={(email) => onChannels({ ...channels, email })}>
        Email
      </CheckField>
    </>
  )
}

interface SubscribeFormProps {
  id: number
  name: string
  onClose: () => void
}

/** Form in the row of an alarm with a box for each channel; its button waits for a channel. */
export function SubscribeForm({ id, name, onClose }: SubscribeFormProps) {
  const { draft, change, form } = useForm<Channels>({
    stored: { email: false, sms: false },
    missing: ({ email, sms }) => (email || sms ? undefined : 'Choose text message or email'),
    ...subscribing(id),
    onDone: onClose,
  })
  return (
    <Form
      {...form}
      className="float over line alarm-subscribe"
      aria-label={`Subscribe to ${name}`}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <ChannelFields channels={draft} onChannels={change} />
      <span title={form.missing}>
        <SubmitButton>Subscribe</SubmitButton>
      </span>
      <Button plain icon aria-label="Close" onClick={onClose}>
        <CloseIcon />
      </Button>
    </Form>
  )
}
