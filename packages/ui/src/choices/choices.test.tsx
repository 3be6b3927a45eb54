import { describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { SelectField } from '../fields/select-field.tsx'
import { Chips } from './chips.tsx'
import { Switch } from './switch.tsx'
import { Tabs } from './tabs.tsx'

const FRUIT = [
  { value: 'apples', label: 'Apples', count: 2 },
  { value: 'pears', label: 'Pears' },
] as const

type Fruit = (typeof FRUIT)[number]['value']

function Choice({ as }: { as: 'chips' | 'tabs' | 'select' }) {
  const [value, setValue] = useState<Fruit>('apples')
  if (as === 'chips') return <Chips label="Fruit" chips={FRUIT} value={value} onChange={setValue} />
  if (as === 'select') return <SelectField label="Fruit" options={FRUIT} value={value} onChange={setValue} />
  return (
    <Tabs label="Fruit" tabs={FRUIT} value={value} onChange={setValue}>
      {`All about ${value}`}
    </Tabs>
  )
}

function Sound() {
  const [isOn, setOn] = useState(false)
  return <Switch label="Sound" hint="A bell rings" checked={isOn} onChange={setOn} />
}

describe('Chips', () => {
  it('select one, and show counts', async () => {
    render(<Choice as="chips" />)
    expect(screen.getByRole('radio', { name: 'Apples 2' })).toBeChecked()
    await userEvent.click(screen.getByRole('radio', { name: 'Pears' }))
    expect(screen.getByRole('radio', { name: 'Apples 2' })).not.toBeChecked()
  })
})

describe('Tabs', () => {
  it('show the panel of the selected tab', async () => {
    render(<Choice as="tabs" />)
    await userEvent.click(screen.getByRole('tab', { name: 'Pears' }))
    expect(screen.getByRole('tabpanel', { name: 'Pears' })).toHaveTextContent('All about pears')
  })

  it('are selected by arrow keys in a cycle', async () => {
    render(<Choice as="tabs" />)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tab', { name: 'Pears' })).toHaveFocus()
    expect(screen.getByRole('tab', { name: 'Pears' })).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Apples' })).toHaveFocus()
  })
})

describe('Switch', () => {
  it('is toggled by its label, and has its hint as description', async () => {
    render(<Sound />)
    const sound = screen.getByRole('switch', { name: 'Sound', description: 'A bell rings' })
    await userEvent.click(screen.getByText('A bell rings'))
    expect(sound).toBeChecked()
  })
})

describe('SelectField', () => {
  it('selects an option by its label', async () => {
    render(<Choice as="select" />)
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Fruit' }), 'Pears')
    expect(screen.getByRole('combobox', { name: 'Fruit' })).toHaveValue('pears')
  })
})
