<?php

declare(strict_types=1);

namespace Enquiry;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Database\DataFolder;
use Enquiry\Database\NoteFile;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Doctor\Doctor;
use Enquiry\Doctor\OperatorPage;
use Enquiry\Http\FatalErrorHandler;
use Enquiry\Http\Responses;
use Enquiry\Operations\Checkup;
use Enquiry\Operations\Finding;
use Enquiry\Operations\Told;
use Enquiry\Shared\Clock;
use Random\Randomizer;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** Answers each script of the endpoint, and delivers afterwards. */
final readonly class Application
{
    /** A request starts no delivery after this time. */
    private const WORK_SECONDS = 20;

    /** Visits do what the worker does at most once in this time, because it may have stopped. */
    private const CHECK_SECONDS = 900;

    public Parts $parts;

    public function __construct(
        private Configuration $configuration,
        private Clock $clock = new Clock(),
        Randomizer $randomizer = new Randomizer(),
    ) {
        $this->parts = new Parts($configuration, $clock, $randomizer);
    }

    /** @param string $script the name of a script of the endpoint, such as contact_process.php */
    public static function answer(string $script, Installation $installation): void
    {
        // Not Request::createFromGlobals(): for some methods it reads bodies of any size.
        $request = new Request($_GET, [], [], $_COOKIE, [], $_SERVER);
        if ($script === 'contact_work.php') {
            // It shows errors in the configuration, so it loads it itself. No delivery follows it.
            $refusal = OperatorPage::refusal($request, $installation);
            $isDoctor = $request->query->has('doctor');
            Responses::send($refusal ?? ($isDoctor
                ? self::statusPage($request, $installation)
                : self::work($installation)));

            return;
        }
        $isHealth = $script === 'contact_health.php';
        try {
            $configuration = $isHealth
                ? Configuration::load($installation)
                : Configuration::loadToAccept($installation);
        } catch (InvalidConfiguration $invalid) {
            // The monitor and cron find these errors themselves, until .env is corrected.
            FatalErrorHandler::noteIn('');
            throw $invalid;
        }
        FatalErrorHandler::noteIn($configuration->folder()->path);
        $endpoint = new self($configuration);
        $response = match ($script) {
            'contact_health.php' => $endpoint->health(),
            'contact_sent.php' => $endpoint->confirmation($request),
            default => $endpoint->parts->endpoint(basename($script, '_process.php'))->handle($request),
        };
        if (Responses::send($response)) {
            $endpoint->deliverAfterAnswer();
        }
    }

    public function confirmation(Request $request): Response
    {
        $asked = $request->query->all()['form'] ?? '';
        $isKnown = \in_array($asked, $this->configuration->forms->names(), true);

        return $this->parts->page($isKnown ? $asked : 'contact')->confirmation($request);
    }

    /** Never throws: the visitor already has the answer, and the worker will retry. */
    public function deliverAfterAnswer(): void
    {
        $deliver = fn(): int => $this->parts->dispatcher(isVisit: true)->deliver(self::WORK_SECONDS);
        foreach (['delivery' => $deliver, 'daily work' => $this->standInForWorker(...)] as $what => $do) {
            try {
                $do();
            } catch (\Throwable $failure) {
                $this->parts->limitedLog()->error("After the answer, the {$what} failed. The worker will retry.", [
                    'event' => $failure instanceof \Error || $failure instanceof \ErrorException
                        ? Checkup::FAILED
                        : "{$what} failed",
                    'exception' => $failure,
                ]);
            }
        }
    }

    private function standInForWorker(): void
    {
        $checked = new NoteFile($this->configuration->folder(), 'alert-check.note', $this->clock);
        if (!$checked->isDue(self::CHECK_SECONDS)) {
            return;
        }
        try {
            $chores = $this->parts->chores();
            $chores->doDue($chores->times());
        } finally {
            // A database that is gone stops the chores, and is the reason for an alert.
            $this->parts->alerts()?->tell($this->parts->checkup()->findings());
        }
    }

    public function health(): Response
    {
        return OperatorPage::health($this->parts->checkup(), $this->configuration->release);
    }

    /** For a cron that only opens addresses. */
    public static function work(Installation $installation, Clock $clock = new Clock()): Response
    {
        ignore_user_abort(true);
        \function_exists('set_time_limit') && set_time_limit(0);
        [$mailed, $folder] = [0, new DataFolder($installation->data())];
        try {
            $endpoint = new self(Configuration::load($installation), $clock);
            $folder = $endpoint->configuration->folder();
            [$mailed, $findings] = $endpoint->runWorker(self::WORK_SECONDS, isVisit: true);
        } catch (InvalidConfiguration $failure) {
            $findings = Checkup::ofSettings($failure->errors, 'contact_work.php?doctor shows more.');
        }
        [Finding::PROBLEM => $problems, Finding::WARNING => $warnings] = Finding::sorted($findings);
        // Services for cron disable a job that fails several times in a row, and the worker must go on.
        $news = (new Told($folder, Told::ADDRESS, $clock))->tell($findings);

        return Responses::json($news === [] ? 200 : 503, [
            'status' => $problems === [] ? 'ok' : 'failing',
            'mailed' => $mailed,
            'problems' => $problems,
            'warnings' => $warnings,
        ]);
    }

    /**
     * @param int $seconds no delivery starts later
     * @return array{int, list<Finding>} the number of sent mails, and what is wrong afterwards
     */
    public function runWorker(int $seconds, bool $isVisit = false): array
    {
        try {
            return $this->parts->worker($isVisit)->run($seconds);
        } catch (\Throwable $error) {
            $this->parts->limitedLog()->error('The worker stopped.', ['event' => 'stopped', 'exception' => $error]);
            $what = "The worker stopped: {$error->getMessage()} ({$error->getFile()}, line {$error->getLine()}).";

            return [0, [Finding::problem($what, 'Upload the release again, or fix what the error names.', 'stopped')]];
        }
    }

    /** For an operator without a shell. */
    private static function statusPage(Request $request, Installation $installation): Response
    {
        try {
            // As an enquiry would: this may be the first page that an operator opens.
            Configuration::load($installation)->folder()->make();
        } catch (InvalidConfiguration|StoreUnavailable) {
            // Doctor says why.
        }
        $checkup = static fn(Configuration $configuration): Checkup => (new Parts($configuration))->checkup();

        return OperatorPage::findings($request, new Doctor($installation, $checkup));
    }
}
