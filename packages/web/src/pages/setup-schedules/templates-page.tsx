import { createScheduleTemplate } from '@millwatch/contract/http/schedules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EditTemplate } from '../../features/schedules/edit-template.tsx'
import { NewTemplate } from '../../features/schedules/new-template.tsx'
import { type ScheduleTemplate, templatesQuery } from '../../features/schedules/queries.ts'
import { TemplateList } from '../../features/schedules/template-list.tsx'
import { count } from '../../lib/format.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SetupPage } from '../setup-page.tsx'
import { Reading } from '../setup-reading.tsx'

/** Page with the schedule templates of the company, and a form to create one. */
export function TemplatesPage() {
  const templates = useQuery(templatesQuery)
  return (
    <SetupPage
      title="Schedule Templates"
      needs={createScheduleTemplate}
      second="A template fills the schedule of a unit or machine when an admin applies it there. Later changes of the template change no schedule."
    >
      <Reading query={templates} subject="The schedule templates">
        {(all) => <Templates all={all} />}
      </Reading>
    </SetupPage>
  )
}

function Templates({ all }: { all: readonly ScheduleTemplate[] }) {
  const [edited, setEdited] = useState<ScheduleTemplate>()
  const listed = all.find(({ id }) => id === edited?.id)
  return (
    <div className="stack setup-beside">
      <Panel title="Templates of the company" note={count(all.length)}>
        {all.length === 0 ? (
          <Empty title="No schedule templates">Create the first one with the form, then add its ranges.</Empty>
        ) : (
          <TemplateList templates={all} onEdit={setEdited} />
        )}
      </Panel>
      <Panel title="New template">
        <NewTemplate onMade={setEdited} />
      </Panel>
      {edited !== undefined && (
        <EditTemplate
          template={listed ?? edited}
          isDeleted={listed === undefined}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}
