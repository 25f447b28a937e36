import './many-list.css'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import { DoneIcon } from './icons.tsx'

/** Entry of a list with a selection of several. */
export interface ManyOption {
  readonly value: string
  readonly label: string
  /** Words after the name, such as a reason. */
  readonly note?: React.ReactNode
}

interface ManyListProps {
  label: string
  options: readonly ManyOption[]
  chosen: ReadonlySet<string>
  onChosen: (values: ReadonlySet<string>) => void
  /** Text shown when there are no options. */
  empty: string
}

const ROW_PX = 34

/** Box with a tick that is visible while its row is selected; hidden from screen readers. */
export const Tick = () => (
  <span className="many-tick" aria-hidden="true">
    <DoneIcon size={14} />
  </span>
)

/** Box with a list of options; several can be selected. Only options in view are rendered. */
export function ManyList({ label, options, chosen, onChosen, empty }: ManyListProps) {
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight: ROW_PX }}>
      <ListBox
        className="well scroll many-list"
        aria-label={label}
        items={options.map((option) => ({ ...option, id: option.value }))}
        selectionMode="multiple"
        selectionBehavior="toggle"
        escapeKeyBehavior="none"
        selectedKeys={chosen}
        onSelectionChange={(keys) =>
          onChosen(new Set(keys === 'all' ? options.map(({ value }) => value) : [...keys].map(String)))
        }
        renderEmptyState={() => <p className="muted callout">{empty}</p>}
      >
        {({ value, label: name, note }) => (
          <ListBoxItem id={value} textValue={name} className="line many-item">
            <Tick />
            <bdi className="any-break grow">{name}</bdi>
            {note}
          </ListBoxItem>
        )}
      </ListBox>
    </Virtualizer>
  )
}
