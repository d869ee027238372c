import { Navigate, Route, Routes } from 'react-router-dom';
import { notFoundRoute, routes } from '../routes.ts';
import { Layout } from './Layout.tsx';
import { LazyPage } from './LazyPage.tsx';
import { pageRoutes } from './pages.ts';
import { Screen } from './Screen.tsx';

/** The whole site; expects a router around it. */
export function App() {
  return (
    <Routes>
      <Route path="/" element={<Navigate to={routes.home.path} replace />} />
      <Route element={<Layout />}>
        {pageRoutes.map(({ id, path }) => (
          <Route
            key={id}
            path={path}
            element={
              <Screen route={routes[id]}>
                <LazyPage id={id} />
              </Screen>
            }
          />
        ))}
        <Route
          path="*"
          element={
            <Screen route={notFoundRoute}>
              <LazyPage id="notFound" />
            </Screen>
          }
        />
      </Route>
    </Routes>
  );
}
