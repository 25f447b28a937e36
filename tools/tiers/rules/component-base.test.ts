import { describe, expect, test } from 'vitest'
import { formsWithoutKit } from '../base/forms.ts'
import { componentBase } from './component-base.ts'
import { findingsOf } from './findings.testing.ts'

const page = 'packages/web/src/pages/x.tsx'
const ui = 'packages/web/src/ui/x.tsx'

describe('rule 15: one component base and one form kit', () => {
  test('ui wraps the libraries, styles buttons and stops the browser', () => {
    const source = `import { Modal } from 'react-aria-components/Modal'
import { encode } from 'uqr'
export const A = () => <button className="button" onClick={(event) => event.preventDefault()} />`
    expect(findingsOf(componentBase, { [ui]: source })).toEqual([])
  })

  test('a page uses what ui exports, and classes of its own', () => {
    const source = `import { Button } from '../ui/button.tsx'
export const A = () => <><Button className="page-button" /><button type="button" className={isOn ? 'link-button' : 'tab-button'} /></>`
    expect(findingsOf(componentBase, { [page]: source })).toEqual([])
  })

  test.each([
    ['a component of the library', `import { Menu } from 'react-aria-components/Menu'`, 'wrap it there once'],
    ['an icon of the library', `import { Plus } from 'lucide-react'`, 'wrap it there once'],
    ['the library before', `import { Modal } from 'antd'`, 'was replaced'],
    ['a part of the library before', `import picker from 'antd/es/date-picker'`, 'was replaced'],
    ['a raw button', 'const A = () => <button className="button" />', 'Use Button'],
    ['a raw button of two classes', 'const A = () => <a className="wide button button-primary" />', 'Use Button'],
    ['a raw button by a condition', `const A = () => <a className={on ? 'button' : 'chip'} />`, 'Use Button'],
    ['a raw button by a template', 'const A = () => <a className={`button $' + '{more}`} />', 'Use Button'],
    [
      'a handler that stops the browser',
      'const A = () => <p onSubmit={(event) => event.preventDefault()} />',
      'Use Form',
    ],
    [
      'a raw form',
      'const A = () => { const [a] = useState(1); return <form action={save} /> }',
      'instead of a raw form',
    ],
  ])('%s fails', (_, source, message) => {
    expect(findingsOf(componentBase, { [page]: source })).toEqual([expect.stringContaining(message)])
  })

  test('a form that holds its entries by hand fails, unless it is listed', () => {
    const kit = {
      'packages/web/src/ui/form/form.tsx': 'export const Form = () => null',
      'packages/web/src/ui/form/use-form.ts': 'export const useForm = () => null',
    }
    const byHand = "import { Form } from '../../ui/form/form.tsx'"
    const byKit = `${byHand}\nimport { useForm } from '../../ui/form/use-form.ts'`
    const dialog = 'packages/web/src/features/runs/dialog.tsx'
    expect(findingsOf(componentBase, { ...kit, [dialog]: byHand })).toEqual([expect.stringContaining('Use useForm')])
    const connected = `${byKit}\nconst A = () => <Form noValidate {...form} busy={busy} />`
    expect(findingsOf(componentBase, { ...kit, [dialog]: connected })).toEqual([])
    for (const more of ['<Form onSubmit={save} />', '<Form {...{ onSubmit: save }} />']) {
      const second = `${connected}\nconst B = () => ${more}`
      expect(findingsOf(componentBase, { ...kit, [dialog]: second })).toEqual([
        expect.stringMatching(/dialog\.tsx:4 Use useForm/),
      ])
    }
    const [listed = ''] = Object.keys(formsWithoutKit)
    expect(findingsOf(componentBase, { ...kit, [`packages/web/src/${listed}`]: byHand })).toEqual([])
  })

  test('at most six forms are listed, each with a reason', () => {
    expect(Object.keys(formsWithoutKit).length).toBeLessThanOrEqual(6)
    for (const reason of Object.values(formsWithoutKit)) expect(reason).toMatch(/\w+ \w+/)
  })
})
