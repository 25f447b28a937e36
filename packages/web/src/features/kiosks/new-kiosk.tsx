import './kiosks.css'
import { createKiosk } from '@millwatch/contract/http/kiosks'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { call } from '../../lib/api.ts'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { kindOf, pageKinds } from './pages.ts'
import { PlaceField } from './place-field.tsx'
import { type KioskPage, kiosksQuery, type Link } from './queries.ts'

interface NewKioskProps {
  root: TreeNodeShape
  onMade: (name: string, id: number, link: Link) => void
}

interface Entry {
  readonly name: string
  readonly page: KioskPage
  readonly place: string
  readonly reasons: boolean
  readonly scrap: boolean
  readonly runs: boolean
}

const blank: Entry = { name: '', page: 'unit', place: '', reasons: false, scrap: false, runs: false }

const missing = ({ name, page, place }: Entry): string | undefined =>
  name.trim() === '' ? 'Type a name first' : place === '' ? `Choose a ${kindOf(page).of} first` : undefined

const bodyOf = ({ name, page, place, reasons, scrap, runs }: Entry) => ({
  name,
  page,
  ...(kindOf(page).of === 'machine' ? { equipment_id: Number(place) } : { org_unit_id: Number(place) }),
  may_give_reasons: reasons,
  may_count_scrap: scrap,
  may_set_runs: runs,
})

/**
 * Form that adds a kiosk display with its name, page, machine or unit, and the actions allowed on it. `onMade` gets the name, the
 * id and the link that opens the display.
 */
export function NewKiosk({ root, onMade }: NewKioskProps) {
  const { draft, change, bind, form } = useForm({
    stored: blank,
    missing,
    work: (entry) => call(createKiosk, { body: bodyOf(entry) }),
    done: 'Display added',
    failed: 'Error adding display',
    changes: [kiosksQuery.queryKey],
    onDone: ({ kiosk, ...link }) => onMade(kiosk.name, kiosk.id, link),
  })
  return (
    <Form aria-label="New display" {...form}>
      <TextField
        label="Name"
        maxLength={120}
        autoComplete="off"
        hint="Place of the display, so that people can find it"
        {...bind('name')}
      />
      <fieldset className="stack tight">
        <legend>Page</legend>
        {pageKinds.map((kind) => (
          <label key={kind.page} className="box kiosk-page">
            <input
              type="radio"
              name="page"
              checked={draft.page === kind.page}
              onChange={() => change({ page: kind.page, ...(kind.of === kindOf(draft.page).of ? {} : { place: '' }) })}
            />
            <span>
              <b className="block medium">{kind.words}</b>
              <span className="second">{kind.shows}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <PlaceField kind={kindOf(draft.page).of} root={root} value={draft.place} onValue={(place) => change({ place })} />
      <div>
        <CheckField {...bind('reasons')}>May give reasons for stops</CheckField>
        <br />
        <CheckField {...bind('scrap')}>May count scrap</CheckField>
        <br />
        <CheckField {...bind('runs')}>May start, update and end runs</CheckField>
      </div>
      <Submit>Add display</Submit>
    </Form>
  )
}
