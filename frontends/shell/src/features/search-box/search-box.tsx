import { useNavigate, useShortcuts } from '@meadow/web'
import { useRef } from 'react'
import { SearchCombobox } from './search-combobox.tsx'
import { t } from './texts.ts'

/** Search field of the top bar, with its shortcut. On narrow screens, which hide it, the shortcut opens the search page. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useShortcuts([
    {
      keys: '/',
      text: t('searchBox.shortcut'),
      scope: 'app',
      run: () => (input.current?.offsetParent ? input.current.focus() : void navigate('/search')),
    },
  ])
  return <SearchCombobox inputRef={input} />
}
