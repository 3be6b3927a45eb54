export { type Key, toPage, toWindow, type Window } from '@meadow/service'
