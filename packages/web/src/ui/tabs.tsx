import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'

interface TabsProps<Name extends string> {
  /** Name of the tabs for screen readers. */
  label: string
  tabs: readonly { readonly name: Name; readonly words: string }[]
  chosen: Name
  onChoose: (name: Name) => void
  /** Content of the selected tab. */
  children: React.ReactNode
}

/** Tabs inside a dialog or panel, with the content of the selected one. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  return (
    <AriaTabs className="contents" selectedKey={chosen} onSelectionChange={(key) => onChoose(key as Name)}>
      <TabList aria-label={label} className="tab-list">
        {tabs.map(({ name, words }) => (
          <Tab key={name} id={name} className="muted tab-button">
            {words}
          </Tab>
        ))}
      </TabList>
      <TabPanel key={chosen} id={chosen}>
        {children}
      </TabPanel>
    </AriaTabs>
  )
}
