export { MemoryRouter } from 'react-router'
export { type FakeApi, fakeApi } from './fake-api.ts'
export { aMember, aProfile } from './given.ts'
export { renderPage } from './render-page.tsx'
