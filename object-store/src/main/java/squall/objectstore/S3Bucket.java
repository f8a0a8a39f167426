package squall.objectstore;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import squall.spi.Durations;
import squall.spi.ObjectStore;
import squall.system.HumanNumbers;

/** Bucket that is read until a deadline. Its messages repeat nothing of a server's but its error codes: some echo what was signed. */
final class S3Bucket implements ObjectStore {
    private static final int FORBIDDEN = 403;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;

    private final S3Client client;
    private final String bucket;
    private final String server;
    private final Duration limit;
    private final long endNs;

    /** @param server for messages */
    S3Bucket(S3Client client, String bucket, String server, Duration limit) {
        this.client = client;
        this.bucket = bucket;
        this.server = server;
        this.limit = limit;
        this.endNs = System.nanoTime() + limit.toNanos();
    }

    @Override
    public List<StoredObject> list(String prefix, int atMost) throws IOException {
        String what = "s3://" + bucket + "/" + prefix;
        List<StoredObject> objects = new ArrayList<>();
        Optional<String> from = Optional.empty();
        do {
            ListObjectsV2Request.Builder request =
                    ListObjectsV2Request.builder().bucket(bucket).prefix(prefix);
            from.ifPresent(request::continuationToken);
            request.overrideConfiguration(untilTheEnd(what));
            ListObjectsV2Response page = answer(what, "s3:ListBucket", () -> client.listObjectsV2(request.build()));
            page.contents().forEach(object -> objects.add(new StoredObject(object.key(), object.size())));
            if (objects.size() > atMost) {
                throw new IllegalArgumentException(what + " has more than " + HumanNumbers.count(atMost)
                        + " objects: name the prefix that the runs of one test are under");
            }
            from = Boolean.TRUE.equals(page.isTruncated())
                    ? Optional.ofNullable(page.nextContinuationToken())
                    : Optional.empty();
        } while (from.isPresent());
        return objects;
    }

    @Override
    public void copy(StoredObject object, Path file) throws IOException {
        String what = "s3://" + bucket + "/" + object.name();
        GetObjectRequest request = GetObjectRequest.builder()
                .bucket(bucket)
                .key(object.name())
                .overrideConfiguration(untilTheEnd(what))
                .build();
        answer(what, "s3:GetObject", () -> client.getObject(request, ResponseTransformer.toFile(file)));
    }

    @Override
    public void close() {
        client.close();
    }

    /** Returns the limit of a call, including its repetitions and the content of an object. */
    private AwsRequestOverrideConfiguration untilTheEnd(String what) throws IOException {
        long left = endNs - System.nanoTime();
        if (left <= 0) {
            throw late(what, null);
        }
        return AwsRequestOverrideConfiguration.builder()
                .apiCallTimeout(Duration.ofNanos(left))
                .build();
    }

    private <T> T answer(String what, String right, Supplier<T> call) throws IOException {
        try {
            return call.get();
        } catch (ApiCallTimeoutException | ApiCallAttemptTimeoutException | AbortedException e) {
            throw late(what, e);
        } catch (NoSuchBucketException e) {
            throw new IllegalArgumentException("there is no bucket '" + bucket + "' on " + server, e);
        } catch (S3Exception e) {
            throw refused(what, right, e);
        } catch (SdkException e) {
            throw new IOException(what + " could not be read from " + server + ": " + reason(e), e);
        }
    }

    private IOException refused(String what, String right, S3Exception e) {
        String code = Optional.ofNullable(e.awsErrorDetails())
                .map(AwsErrorDetails::errorCode)
                .filter(text -> text.matches("[A-Za-z0-9.]{1,60}"))
                .orElse("without an error code");
        String answer = "HTTP " + e.statusCode() + ", " + code;
        return switch (e.statusCode()) {
            case FORBIDDEN, UNAUTHORIZED ->
                new IOException(
                        server + " does not let these credentials read " + what + " (" + answer
                                + "): they must be valid there and have the right " + right,
                        e);
            case NOT_FOUND -> new IOException(what + " is no longer on " + server + " (" + answer + ")", e);
            default -> new IOException(what + " could not be read from " + server + ": " + answer, e);
        };
    }

    private IOException late(String what, @Nullable Throwable cause) {
        return new IOException(
                what + " was not read within " + Durations.text(limit)
                        + "; --download-time allows more (nothing was merged)",
                cause);
    }

    /** Returns the innermost message, which is the most specific: connection refused, unknown host. */
    private static String reason(SdkException failure) {
        Throwable innermost = Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .reduce(failure, (outer, inner) -> inner);
        String message = innermost.getMessage();
        return innermost instanceof UnknownHostException
                ? "unknown host " + message
                : Optional.ofNullable(message).orElse(innermost.getClass().getSimpleName());
    }
}
