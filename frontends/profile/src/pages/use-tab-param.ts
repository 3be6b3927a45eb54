import { useSearchParams } from '@meadow/web'

/** The chosen tab, kept in the address as `?tab=`, so that reload and back lead to it again. */
export function useTabParam<Tab extends string>(tabs: readonly [Tab, ...Tab[]]): [Tab, (tab: Tab) => void] {
  const [params, setParams] = useSearchParams()
  const requested = params.get('tab')
  const tab = tabs.find((one) => one === requested) ?? tabs[0]
  const choose = (next: Tab) => setParams({ tab: next }, { replace: true, state: { stay: true } })
  return [tab, choose]
}
