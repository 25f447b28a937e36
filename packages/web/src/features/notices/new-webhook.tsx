import { createWebhook } from '@millwatch/contract/http/notices'
import { call } from '../../lib/api.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { webhooksQuery } from './webhook-queries.ts'

const blank = { name: '', url: '' }

const missing = ({ name, url }: typeof blank): string | undefined =>
  name.trim() === '' ? 'Type a name first' : url.trim() === '' ? 'Type an address first' : undefined

interface NewWebhookProps {
  onMade: (name: string, secret: string) => void
}

/**
 * Form that adds a webhook with a name and an address. `onMade` gets its name and the secret for the signatures of its messages.
 */
export function NewWebhook({ onMade }: NewWebhookProps) {
  const { bind, form } = useForm({
    stored: blank,
    missing,
    work: ({ name, url }) => call(createWebhook, { body: { name: name.trim(), url: url.trim() } }),
    done: 'Webhook added',
    failed: ({ message }) => message,
    fields: { webhook_url_invalid: 'url' },
    changes: [webhooksQuery.queryKey],
    onDone: ({ webhook, secret }) => onMade(webhook.name, secret),
  })
  return (
    <Form aria-label="New webhook" {...form}>
      <TextField
        label="Name"
        maxLength={120}
        autoComplete="off"
        hint="Name of the program that receives the notices"
        {...bind('name')}
      />
      <TextField
        label="Address"
        type="url"
        maxLength={2000}
        autoComplete="off"
        placeholder="https://"
        hint="It receives every notice of the company from now on"
        {...bind('url')}
      />
      <Submit>Add webhook</Submit>
    </Form>
  )
}
