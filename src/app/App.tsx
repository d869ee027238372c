import { Navigate, Route, Routes } from 'react-router-dom';
import homePlace from '../pages/home/place.ts';
import notFoundPlace from '../pages/not-found/place.ts';
import { places } from '../places.ts';
import { Layout } from './Layout.tsx';
import { LazyPage } from './LazyPage.tsx';
import { NOT_FOUND } from './pages.ts';
import { Screen } from './Screen.tsx';

export function App() {
  return (
    <Routes>
      <Route path="/" element={<Navigate to={homePlace.path} replace />} />
      <Route element={<Layout />}>
        {places.map((place) => (
          <Route
            key={place.id}
            path={place.path}
            element={
              <Screen place={place}>
                <LazyPage id={place.id} />
              </Screen>
            }
          />
        ))}
        <Route
          path="*"
          element={
            <Screen place={notFoundPlace}>
              <LazyPage id={NOT_FOUND} />
            </Screen>
          }
        />
      </Route>
    </Routes>
  );
}
