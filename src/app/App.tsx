import { Navigate, type RouteObject, useRoutes } from 'react-router-dom';
import homePlace from '../pages/home/place.ts';
import notFoundPlace from '../pages/not-found/place.ts';
import { type NamedPlace, places } from '../places.ts';
import type { Presence } from '../prerender/schema.ts';
import { Layout } from './Layout.tsx';
import { LazyPage, NOT_FOUND } from './pages.tsx';
import { Screen } from './Screen.tsx';

const screenOf = (id: string, place: NamedPlace | Presence) => (
  <Screen place={place}>
    <LazyPage id={id} place={place} />
  </Screen>
);

const routes: RouteObject[] = [
  { path: '/', element: <Navigate to={homePlace.path} replace /> },
  {
    element: <Layout />,
    children: [
      ...places.map((place) => ({ path: place.path, element: screenOf(place.id, place) })),
      { path: '*', element: screenOf(NOT_FOUND, notFoundPlace) },
    ],
  },
];

export const App = () => useRoutes(routes);
