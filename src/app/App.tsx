import { Navigate, Route, Routes } from 'react-router-dom';
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

export function App() {
  return (
    <Routes>
      <Route path="/" element={<Navigate to={homePlace.path} replace />} />
      <Route element={<Layout />}>
        {places.map((place) => (
          <Route key={place.id} path={place.path} element={screenOf(place.id, place)} />
        ))}
        <Route path="*" element={screenOf(NOT_FOUND, notFoundPlace)} />
      </Route>
    </Routes>
  );
}
