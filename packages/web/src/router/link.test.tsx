import { expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation, useNavigationType } from 'react-router'
import { Link } from './link.tsx'

function Address() {
  const { pathname, search, state } = useLocation()
  return <output>{`${useNavigationType()} ${pathname}${search} ${JSON.stringify(state)}`}</output>
}

function renderLink(link: React.ReactNode) {
  render(
    <MemoryRouter initialEntries={['/home?tab=1']}>
      {link}
      <Address />
    </MemoryRouter>,
  )
  return screen.getByRole('link')
}

const readAddress = () => screen.getByRole('status').textContent

it('opens its page, with the state', async () => {
  const link = renderLink(
    <Link to="/post/1" state={{ from: 'feed' }}>
      post
    </Link>,
  )
  expect(link.getAttribute('href')).toBe('/post/1')
  await userEvent.click(link)
  expect(readAddress()).toBe('PUSH /post/1 {"from":"feed"}')
})

it.each([
  [<Link key="same" to="/home?tab=1" />, 'REPLACE /home?tab=1 null'],
  [<Link key="replace" to="?tab=2" replace />, 'REPLACE /home?tab=2 null'],
  [<Link key="query" to="?tab=2" />, 'PUSH /home?tab=2 null'],
])('replaces the entry of the same address, and if it is told to: %#', async (link, address) => {
  await userEvent.click(renderLink(link))
  expect(readAddress()).toBe(address)
})

it('leaves to the browser what opens in another tab', async () => {
  const link = renderLink(<Link to="/post/1">post</Link>)
  const user = userEvent.setup()
  await user.keyboard('{Control>}')
  await user.click(link)
  expect(readAddress()).toBe('POP /home?tab=1 null')
})

it('leaves a link with a target to the browser', async () => {
  await userEvent.click(renderLink(<Link to="/terms" target="_blank" />))
  expect(readAddress()).toBe('POP /home?tab=1 null')
})

it('does nothing if the handler of the click prevents it', async () => {
  const onClick = jest.fn((event: React.MouseEvent) => event.preventDefault())
  await userEvent.click(renderLink(<Link to="/post/1" onClick={onClick} />))
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(readAddress()).toBe('POP /home?tab=1 null')
})
